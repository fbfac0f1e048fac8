/// Writes a self-contained page with a table that readers can sort by clicking a heading.
package struct HTMLWriter: RowWriter {
  private let title: String
  private let language: String
  private let isSafe: Bool

  package init(title: String, language: String, isSafe: Bool = false) {
    (self.title, self.language, self.isSafe) = (title, language, isSafe)
  }

  package func begin(_ columns: [CellColumn], to buffer: inout TextBuffer) {
    buffer.append("<!DOCTYPE html>\n<html lang=\"")
    Self.append(&buffer, language)
    buffer.append("\">\n<head>\n\(Self.policy)\n<title>")
    Self.append(&buffer, title)
    buffer.append("</title>\n<style>\n\(Self.style)\n")
    for (index, column) in columns.enumerated() where column.isNumeric {
      buffer.append("tr > :nth-child(\(index + 1)) { text-align: right }\n")
    }
    buffer.append("</style>\n</head>\n<body>\n<table>\n<caption>")
    Self.append(&buffer, title)
    buffer.append("</caption>\n<thead>\n<tr>")
    for column in columns {
      buffer.append(
        column.isNumeric ? "<th scope=\"col\" data-kind=\"number\">" : "<th scope=\"col\">")
      append(.text(column.name), to: &buffer)
      buffer.append("</th>")
    }
    buffer.append("</tr>\n</thead>\n<tbody>\n")
  }

  package func write(_ row: [Cell], to buffer: inout TextBuffer) {
    buffer.append("<tr>")
    for (index, cell) in row.enumerated() {
      buffer.append(index == 0 ? "<th scope=\"row\"" : "<td")
      // A sort key is needed only if it differs from the text.
      switch cell {
      case .percent(_, part: let key), .shown(_, let key):
        buffer.append(" data-value=\"")
        Self.append(&buffer, key)
        buffer.append("\"")
      case .written(_, .duration(let seconds)):
        buffer.append(" data-value=\"")
        buffer.append(seconds)
        buffer.append("\"")
      case .none, .boolean, .integer, .double, .text, .written, .reference, .list, .object: break
      }
      buffer.append(">")
      append(cell, to: &buffer)
      buffer.append(index == 0 ? "</th>" : "</td>")
    }
    buffer.append("</tr>\n")
  }

  package func end(to buffer: inout TextBuffer) {
    buffer.append("</tbody>\n</table>\n<script>\n\(Self.script)\n</script>\n</body>\n</html>\n")
  }

  private func append(_ cell: Cell, to buffer: inout TextBuffer) {
    buffer.append(isSafe ? cell.safe : cell, Self.append)
  }

  private static func append(_ buffer: inout TextBuffer, _ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      for byte in utf8 {
        switch byte {
        case UInt8(ascii: "&"): buffer.append("&amp;")
        case UInt8(ascii: "<"): buffer.append("&lt;")
        case UInt8(ascii: ">"): buffer.append("&gt;")
        case UInt8(ascii: "\""): buffer.append("&quot;")
        case UInt8(ascii: "'"): buffer.append("&#39;")
        // HTML would normalize a carriage return to a newline.
        case UInt8(ascii: "\r"): buffer.append("&#13;")
        default: buffer.append(byte)
        }
      }
    }
  }

  private static let policy = """
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
    """

  private static let style = """
    :root { color-scheme: light dark; --page: #ffffff; --text: #1c1c21; --line: #d4d4dc;
      --head: #f1f1f5; --mark: #0b57d0 }
    @media (prefers-color-scheme: dark) {
      :root { --page: #16161a; --text: #e7e7ec; --line: #3b3b44; --head: #26262d; --mark: #a3c5ff }
    }
    body { margin: 1.5rem; font: 1rem/1.45 system-ui, sans-serif; color: var(--text);
      background: var(--page) }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums }
    caption { padding-bottom: 0.75rem; font-size: 1.25rem; font-weight: 600; text-align: left }
    th, td { padding: 0.3rem 0.7rem; border: 1px solid var(--line); text-align: left;
      vertical-align: top; white-space: pre-wrap; overflow-wrap: anywhere; min-width: 3ch;
      max-width: 60ch }
    thead th { position: sticky; top: 0; background: var(--head); white-space: nowrap }
    tbody th { font-weight: normal; white-space: nowrap }
    button { padding: 0; border: 0; background: none; color: inherit; font: inherit;
      cursor: pointer }
    button::after { content: "\\2003"; display: inline-block; width: 1.2em; text-align: right }
    [data-kind=number] button { display: inline-flex; flex-direction: row-reverse }
    [data-kind=number] button::after { text-align: left }
    [aria-sort=ascending] button::after { content: "\\25B2" }
    [aria-sort=descending] button::after { content: "\\25BC" }
    [aria-sort] button, button:hover { color: var(--mark) }
    button:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px }
    @media print { button::after { content: none } thead th { position: static } }
    """

  /// Turns headings into sort buttons: numbers by value, text in the reader's locale, empty cells
  /// last.
  private static let script = """
    "use strict";
    (() => {
      const table = document.querySelector("table");
      const body = table.tBodies[0];
      const heads = [...table.tHead.rows[0].cells];
      const texts = new Intl.Collator(undefined, { numeric: true });
      heads.forEach((head, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        head.append(button);
        const isNumeric = head.dataset.kind === "number";
        button.addEventListener("click", () => {
          const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
          const rows = [...body.rows].map(row => {
            const cell = row.cells[column];
            const text = cell.dataset.value ?? cell.textContent;
            return { row, text, number: isNumeric ? Number(text) : 0 };
          });
          rows.sort((a, b) => {
            if (a.text === "" || b.text === "") return (a.text === "") - (b.text === "");
            return sign * (a.number - b.number || texts.compare(a.text, b.text));
          });
          for (const { row } of rows) body.append(row);
          for (const other of heads) other.removeAttribute("aria-sort");
          head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
        });
      });
    })();
    """
}
