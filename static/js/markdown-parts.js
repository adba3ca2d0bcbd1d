// The parts of a line of Markdown by their kind, for colours; a line's reading depends only on its
// text and on what was open before it, so that a change is read anew as far as it reaches.

const LONGEST_LINE = 2000;
const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`]*$)|~{3,})/;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const RULE = /^ {0,3}(?:([-*_])(?:\s*\1){2,}|=+)\s*$/;
const FRAME = /^ {0,3}:::+.*$/;
const BEGINNING = /^(?:\s*(?:>|(?:[-*+]|\d{1,9}[.)])(?=\s|$)(?:\s+\[[ xX]\](?=\s))?))+/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s.*$/;
const CODE = /(`+)(?!`).*?[^`]\1(?!`)|(`)[^`]\2(?!`)/y;
const TAG = /<\/?[A-Za-z][^<>]*>/y;
const ADDRESS = /<?\b(?:https?|mailto):[^\s<>]*[^\s<>.,;:!?)]>?/y;
const LINK = /!?\[\[[^[\]]+\]\]|!?\[(?:[^[\]\\]|\\.)*\](?:\((?:[^()\\]|\\.|\([^()]*\))*\)|\[[^[\]]*\])|\[\^[^\]\s]+\]/y;
const STRONG = /(\*\*|__|~~)(?=\S).*?\S\1/y;
const EMPHASIS = /\*(?![\s*])[^*]*[^\s*]\*(?!\*)|\*[^\s*]\*(?!\*)|(?<!\w)_(?![\s_])[^_]*[^\s_]_(?!\w)/y;
// What may begin at each sign, in the order in which it is tried.
const AT = {
  "`": [["code", CODE]],
  "<": [["link", ADDRESS], ["markup", TAG]],
  "!": [["link", LINK]],
  "[": [["link", LINK]],
  h: [["link", ADDRESS]],
  m: [["link", ADDRESS]],
  "*": [["strong", STRONG], ["emphasis", EMPHASIS]],
  _: [["strong", STRONG], ["emphasis", EMPHASIS]],
  "~": [["strong", STRONG]],
};

/** Reads a line: its parts, each a kind ("" for plain text) and a text, and what is open after it.
 *  `open` is "start" for the first line, else "", "front", "comment", or the fence's own signs. */
export function readLine(text, open) {
  if (open === "start" && /^---\s*$/.test(text)) return [[["mark", text]], "front"];
  if (open === "front") return /^(?:---|\.\.\.)\s*$/.test(text) ? [[["mark", text]], ""] : [frontParts(text), "front"];
  if (open[0] === "`" || open[0] === "~") return readFenced(text, open);
  if (text.length > LONGEST_LINE) return [[["", text]], open === "comment" ? "comment" : ""];
  if (open === "comment") return withComment(text, 0, []);
  const fence = text.match(FENCE);
  if (fence) return [[["mark", text]], fence[1]];
  if (HEADING.test(text)) return [[["heading", text]], ""];
  if (RULE.test(text) || FRAME.test(text)) return [[["mark", text]], ""];
  if (DEFINITION.test(text)) return [[["link", text]], ""];
  const start = text.match(BEGINNING)?.[0] ?? "";
  return inlineParts(text, start.length, start ? [["mark", start]] : []);
}

function readFenced(text, open) {
  const end = text.match(/^[\s>]*(`+|~+)\s*$/)?.[1];
  const isEnd = end?.[0] === open[0] && end.length >= open.length;
  return [[[isEnd ? "mark" : "code", text]], isEnd ? "" : open];
}

function frontParts(text) {
  const name = text.match(/^\s*(?:-\s+)?[\w.-]+:/)?.[0] ?? "";
  return [["name", name], ["", text.slice(name.length)]];
}

// From inside a comment on, or from its beginning: to its end, and then what is behind it.
function withComment(text, at, parts) {
  const end = text.indexOf("-->", at);
  if (end < 0) return [[...parts, ["comment", text.slice(at)]], "comment"];
  return inlineParts(text, end + 3, [...parts, ["comment", text.slice(at, end + 3)]]);
}

function inlineParts(text, start, parts) {
  let plain = start;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "\\") at += 1;
    else if (text.startsWith("<!--", at)) return withComment(text, at, [...parts, ["", text.slice(plain, at)]]);
    else if (AT[sign]) {
      const [kind, length] = partAt(text, at, AT[sign]);
      if (length) {
        parts.push(["", text.slice(plain, at)], [kind, text.slice(at, at + length)]);
        plain = at + length;
      }
      // A run of signs that begins nothing is passed as a whole.
      const run = length || (sign === "`" ? text.slice(at).match(/^`+/)[0].length : 1);
      at += run - 1;
    }
  }
  return [[...parts, ["", text.slice(plain)]], ""];
}

function partAt(text, at, candidates) {
  for (const [kind, pattern] of candidates) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [kind, found[0].length];
  }
  return ["", 0];
}
