"""The languages from Lua on; see `sources.py`."""

SOURCES_FROM_L = {
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
