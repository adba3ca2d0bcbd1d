"""A small source in each of the scripting languages, and the declarations in it."""

SCRIPTING = {
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
