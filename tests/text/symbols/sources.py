"""A small source in each language, and the declarations in it."""

SOURCES = {
    "bash": (
        "run.sh",
        """\
LIMIT=3
# Say it.
say_it() {
  echo hi
}
function bar { :; }
""",
        """\
constant LIMIT
function say_it
function bar""",
    ),
    "c": (
        "src/list.c",
        """\
struct list { int size; };
enum mode { FAST };
int *list_new(int n) { return 0; }
static int list_len(struct list *l) { return 1; }
int list_add(int);
#define MOST 10
typedef int number_t;
""",
        """\
struct list
enum mode
constant mode.FAST
function list_new
function list_len
function list_add
macro MOST
type number_t""",
    ),
    "cpp": (
        "src/pool.cpp",
        """\
namespace db::pool {
class Pool : public Base {
 public:
  int take(int a);
  void drop() {}
};
template <class T> T pick(T x) { return x; }
}
int db::pool::Pool::take(int a) { return 1; }
""",
        """\
class db::pool::Pool
method db::pool::Pool::take
method db::pool::Pool::drop
function db::pool::pick
method db::pool::Pool::take""",
    ),
    "csharp": (
        "Shop.cs",
        """\
namespace Acme.Shop;
public class Basket : Thing {
  public int Count { get; set; }
  public void Add(int x) { }
}
interface IThing { void Go(); }
enum Colour { Red }
record Point(int X);
""",
        """\
class Acme.Shop.Basket
attribute Acme.Shop.Basket.Count
method Acme.Shop.Basket.Add
interface Acme.Shop.IThing
method Acme.Shop.IThing.Go
enum Acme.Shop.Colour
constant Acme.Shop.Colour.Red
class Acme.Shop.Point""",
    ),
    "go": (
        "pool/pool.go",
        """\
package pool

type Pool[T any] struct{ size int }

func (p *Pool[T]) Take() {}

type Taker interface { Take() }

func New() *Pool[int] { return nil }

const Most = 10
""",
        """\
struct pool.Pool
method pool.Pool.Take
interface pool.Taker
method pool.Taker.Take
function pool.New
constant pool.Most""",
    ),
    "java": (
        "src/A.java",
        """\
package a.b;

public class Foo<T> extends Bar {
  static final int MOST = 1;
  public Foo() {}
  public int go(int a) { return 1; }
  enum Kind { ONE }
}
interface Thing { void q(); }
record Point(int x) {}
""",
        """\
class a.b.Foo
attribute a.b.Foo.MOST
constructor a.b.Foo.Foo
method a.b.Foo.go
enum a.b.Foo.Kind
constant a.b.Foo.Kind.ONE
interface a.b.Thing
method a.b.Thing.q
class a.b.Point""",
    ),
    "javascript": (
        "src/cart/index.js",
        """\
export class Cart extends Base {
  total = 0;
  add(item) {}
}
export const useCart = () => 1;
module.exports.clear = function () {};
Cart.prototype.drop = function () {};
export const MOST = 3;
""",
        """\
class cart.Cart
attribute cart.Cart.total
method cart.Cart.add
function cart.useCart
function cart.clear
method cart.Cart.drop
constant cart.MOST""",
    ),
    "kotlin": (
        "A.kt",
        """\
package a.b

class Foo(val x: Int) : Bar() {
    fun go(a: Int): Int = 1

    companion object {
        const val MOST = 1
    }
}

object Single

fun top() {}
typealias Name = String
""",
        """\
class a.b.Foo
method a.b.Foo.go
attribute a.b.Foo.MOST
class a.b.Single
function a.b.top
type a.b.Name""",
    ),
    "lua": (
        "lua/pool.lua",
        """\
local M = {}
function M.take(n) end
local function inner() end
function Pool:drop() end
""",
        """\
function lua.pool.take
function lua.pool.inner
method lua.pool.Pool.drop""",
    ),
    "php": (
        "src/Foo.php",
        """\
<?php
namespace Acme\\Shop;

class Basket extends Thing {
  const MOST = 1;
  public $count;
  public function add(int $a): int { return 1; }
}
interface Thing {}
trait Counts {}
function top() {}
""",
        """\
class Acme\\Shop\\Basket
constant Acme\\Shop\\Basket\\MOST
attribute Acme\\Shop\\Basket\\count
method Acme\\Shop\\Basket\\add
interface Acme\\Shop\\Thing
trait Acme\\Shop\\Counts
function Acme\\Shop\\top""",
    ),
    "python": (
        "src/db/__init__.py",
        """\
MOST = 1
class Pool(Base):
    size = 3
    async def take(self): ...
    class Meta: ...

@cache
def make(): ...
""",
        """\
constant db.MOST
class db.Pool
attribute db.Pool.size
method db.Pool.take
class db.Pool.Meta
function db.make""",
    ),
    "ruby": (
        "lib/pool.rb",
        """\
module Db
  class Pool < Base
    MOST = 1
    def take(n) = 1
    def self.make; end
  end
end
class Db::Other; end
def top; end
""",
        """\
module Db
class Db::Pool
constant Db::Pool::MOST
method Db::Pool::take
method Db::Pool::make
class Db::Other
function top""",
    ),
    "rust": (
        "src/pool/mod.rs",
        """\
pub struct Pool<T> { size: T }
impl<T> Pool<T> { pub fn take(&self) {} }
impl Drop for Pool<i32> { fn drop(&mut self) {} }
pub trait Taker { fn take(&self); }
enum Mode { Fast }
mod inner { pub fn deep() {} }
macro_rules! pool { () => {} }
""",
        """\
struct pool::Pool
method pool::Pool::take
method pool::Pool::drop
trait pool::Taker
method pool::Taker::take
enum pool::Mode
constant pool::Mode::Fast
module pool::inner
function pool::inner::deep
macro pool::pool""",
    ),
    "scala": (
        "A.scala",
        """\
package a.b

class Foo(x: Int) {
  def go(a: Int): Int = 1
}
object Single { val most = 1 }
trait Thing { def q: Int }
""",
        """\
class a.b.Foo
method a.b.Foo.go
class a.b.Single
attribute a.b.Single.most
trait a.b.Thing
method a.b.Thing.q""",
    ),
    "tsx": (
        "src/Cart.tsx",
        """\
export const Cart: FC<Props> = ({ items }) => <b>{items}</b>;
export interface Props { items: string }
export function Total(): JSX.Element { return <i/>; }
""",
        """\
function Cart.Cart
interface Cart.Props
attribute Cart.Props.items
function Cart.Total""",
    ),
    "typescript": (
        "src/cart.ts",
        """\
export interface Item { price(): number; name: string }
export type Id = string;
export enum Mode { Fast }
export abstract class Cart<T> implements Item {
  add(a: T): void {}
  abstract drop(): void;
}
namespace Inner { export function deep() {} }
export const make = (a: number): number => 1;
""",
        """\
interface cart.Item
method cart.Item.price
attribute cart.Item.name
type cart.Id
enum cart.Mode
class cart.Cart
method cart.Cart.add
method cart.Cart.drop
namespace cart.Inner
function cart.Inner.deep
function cart.make""",
    ),
}
