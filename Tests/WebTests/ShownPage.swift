import Foundation
import Testing

/// A page of a served database, used by pointer and keyboard.
final class ShownPage {
  let program: ServedProgram
  let page: ChromiumPage

  init(_ script: String, serving options: [String] = [], width: Int = 1280) throws {
    program = try ServedProgram(script, serving: ["--locale", "en_US"] + options)
    page = try ChromiumPage(width: width)
    try page.go(to: program.address)
    try page.wait(for: "document.querySelector('.screen')")
  }

  func close() {
    page.close()
    program.remove()
  }

  /// Loads a page, and waits for a condition in JavaScript.
  func open(_ path: String, until condition: String = "true") throws {
    try page.go(to: "http://127.0.0.1:\(program.port)\(path)")
    try page.wait(for: "document.querySelector('.screen') && (\(condition))")
  }

  /// Waits until a list shows a number of rows.
  func wait(rows: Int) throws {
    try page.wait(for: "document.querySelectorAll('#main tbody tr[data-id]').length === \(rows)")
  }

  func wait(text: String, in selector: String = "body") throws {
    try page.wait(
      for: "document.querySelector(\(quoted(selector)))?.textContent.includes(\(quoted(text)))")
  }

  func quoted(_ text: String) -> String {
    let data = try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// Clicks the first visible element for which an expression holds, once it is there.
  private func click(_ selector: String, where condition: String) throws {
    let element =
      "[...document.querySelectorAll(\(quoted(selector)))]"
      + ".find(e => e.getClientRects().length && (\(condition)))"
    try page.wait(for: element)
    let script = """
      (() => {
        const element = \(element);
        element.scrollIntoView({ block: "center" });
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      })()
      """
    let place = try #require(try page.evaluate(script) as? [Double])
    try page.click(x: place[0], y: place[1])
  }

  func click(_ selector: String) throws { try click(selector, where: "true") }

  /// Presses a button or follows a link by its text.
  func press(_ title: String, in selector: String = "body") throws {
    try click(
      "\(selector) :is(button, a, summary)", where: "e.textContent.trim() === \(quoted(title))")
  }

  /// Clicks the row of a list that has a text.
  func choose(_ text: String) throws {
    try click("tbody tr[data-id]", where: "e.textContent.includes(\(quoted(text)))")
    try page.wait(
      for: "document.querySelector('tr[aria-selected=true]')?.textContent"
        + ".includes(\(quoted(text)))")
  }

  /// Puts the focus into a field by its label.
  func focus(_ label: String) throws {
    try click(
      ".field :is(input, textarea)",
      where: "e.labels[0]?.textContent.replace(' *', '') === \(quoted(label))")
    try page.wait(
      for: "document.activeElement.labels?.[0]?.textContent.replace(' *', '') === \(quoted(label))")
  }

  /// Waits until the server has judged all keys.
  func settle() throws {
    try page.evaluate("import('/-/app.js').then(m => { window.m = m })")
    try page.wait(for: "m.link.unsent.length === 0 && m.desk.isSettled")
  }

  func type(_ keys: String) throws {
    try page.type(keys, every: .milliseconds(8))
    try settle()
  }

  var focusedText: String {
    get throws { try page.text("document.activeElement.value") }
  }
}
