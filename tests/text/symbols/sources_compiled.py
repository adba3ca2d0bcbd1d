"""A small source in each of the compiled languages, and the declarations in it."""

COMPILED = {
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
}
