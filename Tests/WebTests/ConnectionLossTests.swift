import Foundation
import TestSupport
import Testing

/// Connections that are lost, and servers that end.
@Suite(.waitsForBrowser) struct ConnectionLossTests {
  @Test func keysTypedWhileTheConnectionIsLostAreKept() throws {
    let page = try ServedPage(roundTrip: 30)
    defer { page.close() }
    try page.edit(16, "note")
    let text = "the quick brown fox jumps over the lazy dog"
    for (number, key) in text.enumerated() {
      try page.page.type(String(key))
      usleep(50_000)
      if number == 9 || number == 23 { page.proxy.cut() }
    }
    try page.settle()
    try expectEqual(page.value("note"), text)
    try page.focus("fee")
    page.proxy.block()
    try page.page.wait(for: "!m.link.isReady && !document.getElementById('bar').hidden")
    try page.page.type("12345x6<BS>.5")
    try expectEqual(page.value("fee"), "123456<BS>.5".replacing("6<BS>", with: ""))
    try expectEqual(
      page.page.evaluate("document.activeElement.classList.contains('unsure')") as? Bool, true)
    page.proxy.allow()
    try page.settle()
    try page.page.wait(for: "document.getElementById('bar').hidden")
    try expectEqual(page.value("fee"), "12,345.5")
    try page.page.type("<Submit>")
    try page.page.wait(for: "!m.desk.form")
    try expectEqual(page.program.run(["-c", "get Thing/16.note"]), "\(text)\n")
    try expectEqual(page.page.errors(), [])
  }

  @Test func aConnectionThatIsLostWithoutAWordIsReplaced() throws {
    let page = try ServedPage()
    defer { page.close() }
    try page.edit(3, "note")
    page.proxy.silence()
    try page.page.type("nobody hears this")
    try page.page.wait(for: "!m.link.isReady")
    try page.settle()
    try expectEqual(page.value("note"), "nobody hears this")
    try expectEqual(page.page.errors(), [])
  }

  @Test func aFormIsFilledInAgainAfterTheServerWasKilled() throws {
    let page = try ServedPage(roundTrip: 0)
    defer { page.close() }
    try page.edit(20, "age")
    try page.page.type("42<Tab>1234.5<Tab>")
    try page.settle()
    page.program.stop(SIGKILL)
    try page.page.wait(for: "!m.link.isReady")
    try page.page.type("77")
    try page.program.start()
    try page.page.wait(for: "document.getElementById('bar').innerText.includes('Fill in again')")
    try page.page.evaluate("document.querySelector('#bar button').click()")
    try page.page.wait(
      for: "m.desk.form && m.desk.isSettled && \(ServedPage.field("big")).input.value")
    try page.settle()
    try expectEqual(["age", "fee", "big"].map(page.value), ["42", "1,234.50", "77"])
    try page.page.type("<Submit>")
    try page.page.wait(for: "!m.desk.form")
    try expectEqual(page.program.run(["-c", "get Thing/20.big"]), "77\n")
    try expectEqual(page.page.errors(), [])
  }
}
