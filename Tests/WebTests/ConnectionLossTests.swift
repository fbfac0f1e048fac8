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

  @Test func keysAreKeptWhenTheAnswerToOneIsLost() throws {
    let page = try ServedPage()
    defer { page.close() }
    try page.edit(16, "note")
    let roundTrip = try page.loseAnswer(to: "the ")
    try page.page.type("quick brown fox")
    page.proxy.allow()
    try page.settle()
    try expectEqual(page.value("note"), "the quick brown fox")
    // For how long there was no connection says nothing of the way.
    try expectEqual(page.page.evaluate("m.link.roundTrip") as? Double, roundTrip)
    try expectEqual(page.page.errors(), [])
  }

  @Test func aPageThatIsShownElsewhereIsShownHereAgain() throws {
    let page = try ServedPage()
    defer { page.close() }
    try page.edit(16, "note")
    try page.page.evaluate("void new WebSocket(m.link.socket.url.replace(/=.*/, '=' + m.link.tab))")
    try page.page.wait(for: "document.querySelector('#bar button')")
    try page.page.evaluate(
      "(b => { b.click(); b.click(); })(document.querySelector('#bar button'))")
    try page.page.type("hello")
    try page.settle()
    try expectEqual(page.value("note"), "hello")
    try expectEqual(page.page.isTrue("document.getElementById('bar').hidden"), true)
    try expectEqual(page.page.errors(), [])
  }

  private static let sheet = """
    define Thing { name: Text key, born: Date?, note: Text = "" };
    new Thing name="T1"; new Thing name="T2"
    screen Sheet for Thing { title "{{name}}"; field born on born; field note on note }
    screen Things for [Thing] order by name { columns name; opens Sheet; menu delete }

    """

  private func sheet() throws -> ServedPage {
    let page = try ServedPage(Self.sheet)
    try page.page.evaluate("m.screens.open('Thing/1')")
    try page.page.wait(for: "m.desk.fields.size === 2")
    try page.focus("born")
    return page
  }

  @Test func theNextFieldBeginsWhenTheEndOfTheFormerIsLost() throws {
    let page = try sheet()
    defer { page.close() }
    try page.page.type("2024-02-01")
    try page.settle()
    try page.loseAnswer(to: "<Tab>")
    try page.page.type("hello")
    page.proxy.allow()
    try page.settle()
    try expectEqual(page.value("note"), "hello")
    try page.page.type("<Return>")
    try page.page.wait(for: "!m.desk.focused && m.desk.isSettled")
    try expectEqual(
      page.program.run(["-c", "get Thing/1.born", "-c", "get Thing/1.note"]),
      "2024-02-01\nhello\n")
    try expectEqual(page.page.errors(), [])
  }

  @Test func keysStayInTheirFieldWhenTheRefusalOfTabIsLost() throws {
    let page = try sheet()
    defer { page.close() }
    try page.page.type("2024-02-")
    try page.settle()
    try page.loseAnswer(to: "<Tab>")
    try page.page.type("12")
    page.proxy.allow()
    try page.page.wait(for: "m.desk.focused === m.desk.active && m.desk.active.isSettled")
    try expectEqual([page.value("born"), page.value("note")], ["2024-02-", "12"])
    try page.page.type("03<Tab>")
    try page.settle()
    try expectEqual([page.value("born"), page.value("note")], ["2024-02-03", "12"])
    try expectEqual(page.page.errors(), [])
  }

  @Test func aQuestionIsAnsweredOnceThoughTheConnectionIsLost() throws {
    let page = try ServedPage(Self.sheet)
    defer { page.close() }
    let question = "document.querySelector('dialog[open]')"
    try page.page.evaluate("m.screens.select(['Thing/1']); m.screens.run('delete')")
    try page.page.wait(for: question)
    page.proxy.block()
    try page.page.wait(for: "!m.link.isReady")
    // What the server was doing may have ended meanwhile.
    try page.page.evaluate("document.getElementById('progress').hidden = false")
    try page.page.evaluate("\(question).querySelector('[value=yes]').click()")
    page.proxy.allow()
    try page.page.wait(for: "m.link.isReady && !m.link.unsent.length")
    try expectEqual(page.page.isTrue(question), false)
    try expectEqual(page.page.isTrue("document.getElementById('progress').hidden"), true)
    try expectEqual(page.program.run(["-c", "list Thing show name"]).contains("T1"), false)
    try expectEqual(page.page.errors(), [])
  }

  @Test(arguments: [0, 300]) func nothingIsLostHoweverOftenTheConnectionIs(roundTrip: Int) throws {
    let page = try ServedPage(roundTrip: roundTrip)
    defer { page.close() }
    var seed = Seeded(stream: roundTrip + 91)
    for number in 1...(Seeded.isLong ? 30 : 1) {
      try page.edit(number)
      try page.settle()
      try page.type(
        "<End>x<Tab>4x2<Tab>1234.5<Tab>77<Tab>1.2.2024<Tab>9:5<Tab>5551234567", cutting: &seed)
      try page.settle()
      try expectEqual(
        ["name", "age", "fee", "big", "born", "at", "phone"].map(page.value),
        [
          "T\(number)x", "42", "1,234.50", "77", "2024-02-01", "09:05", "+1 (555) 123-4567",
        ])
      try page.type("<Submit>", cutting: &seed)
      try page.page.wait(for: "!m.desk.form")
      // Fields of a screen, each of which is stored by itself.
      try page.page.evaluate("m.screens.open('Thing/\(number)')")
      try page.page.wait(for: "m.desk.fields.size === 2")
      try page.focus("age")
      try page.type("1x23<BS><Tab>hello world", cutting: &seed)
      try page.settle()
      try page.type("<Return>", cutting: &seed)
      try page.page.wait(for: "!m.desk.focused && m.desk.isSettled")
      try expectEqual(
        page.program.run(["-c", "get Thing/\(number).age", "-c", "get Thing/\(number).note"]),
        "12\nhello world\n")
      try page.page.evaluate("m.link.send({ t: 'open', to: '/Things' })")
      try page.page.wait(for: "document.querySelector('[role=grid] tbody tr[data-id]')")
    }
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

extension ServedPage {
  /// Types keys, to which the server answers; that is lost, and no connection is possible any more.
  /// Returns how long the way was before.
  @discardableResult
  fileprivate func loseAnswer(to keys: String) throws -> Double? {
    // They would be answered too.
    try page.evaluate("m.link.ping = () => {}")
    proxy.blockAtAnswer()
    try page.type(keys)
    try page.wait(for: "!m.link.isReady")
    return try page.evaluate("m.link.roundTrip") as? Double
  }

  /// Types keys while the connection is lost at random, which is possible again at the end.
  fileprivate func type(_ keys: String, cutting seed: inout Seeded) throws {
    for key in ChromiumPage.keys(keys) {
      switch seed.below(16) {
      case 0: proxy.cut()
      case 1: proxy.block()
      case 2...3: proxy.blockAtAnswer()
      case 4...7: proxy.allow()
      default: break
      }
      try page.type(key)
      usleep(UInt32(seed.below(80_000)))
    }
    proxy.allow()
  }
}
