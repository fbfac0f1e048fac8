internal import Replies
internal import Session
internal import Synchronization

/// The keyboard and display of a session whose user is at a browser.
///
/// Confined to the session's thread, which waits here for messages: a form opened by a form is a
/// nested call.
final class TabKeyboard: ScreenKeyboard {
  let tab: Tab
  private let greeting: () -> [Datum.Entry]
  /// Sets the author of changes.
  private let choose: (String) -> Void
  /// Notifies the other tabs of a change.
  private let hasChanged: () -> Void
  /// The number of the last message processed.
  private var taken = 0
  /// The number of the last message confirmed to the browser.
  private var told = 0
  /// A message that the enclosing loop must process.
  private var held: TabMessage?
  var looksAhead = false
  /// Whether the tab is closed for good.
  private(set) var hasLeft = false
  /// The page to show after the current one.
  var destination: String?
  /// The filter and order of the next list to be opened.
  var opening = PagePath.Listing()
  /// The address that was opened last, for pages without a screen.
  var path = "/"
  /// Returns the reason to refuse a message; nil accepts the message.
  var objection: (TabMessage) -> String? = { _ in nil }
  /// Called once, when no message is waiting.
  var whenIdle: (() -> Void)?
  var visit: ScreenVisit?
  /// Whether a screen was shown since the flag was cleared.
  var hasVisited = false
  var form = ShownForm()
  var list = ShownList()
  /// The lists of the screens underneath, by depth.
  var lists: [Int: ShownList] = [:]
  /// Collects reported items; if nil, items are sent as text.
  var items: [ScreenItem]?
  var showsHistory = false
  private var tableRows = 0

  /// - Parameter greeting: The JSON members of the message `hello`, which is sent to each new
  ///   connection and as the answer to `actor`.
  init(
    _ tab: Tab, greeting: @escaping () -> [Datum.Entry], choose: @escaping (String) -> Void,
    hasChanged: @escaping () -> Void
  ) {
    (self.tab, self.greeting, self.choose, self.hasChanged) = (tab, greeting, choose, hasChanged)
  }

  func send(
    _ type: String, _ members: KeyValuePairs<String, Datum?> = [:], isNumbered: Bool = false
  ) {
    send(type, PageData.members(members), isNumbered: isNumbered)
  }

  func send(_ type: String, _ members: [Datum.Entry], isNumbered: Bool) {
    var entries = [Datum.Entry("t", .text(type))]
    if isNumbered {
      entries.append(Datum.Entry("n", .integer(taken)))
      told = taken
    }
    tab.send(JSON.text(of: .object(entries + members)))
  }

  func show(_ page: ShownPage) {
    forgetDrawing()
    send("screen", ["screen": PageData.page(page)], isNumbered: true)
  }

  /// Shows a past state of the current page, or returns to the present.
  func travel(to message: TabMessage) {
    let present = (visit?.page).map(PagePath.text) ?? path
    let plain = String(present.prefix { $0 != "?" })
    let transaction = message.at.flatMap { Int(exactly: $0) }
    destination = transaction.map { $0 > 0 ? "\(plain)?at=\($0)" : plain } ?? plain
  }

  var isBehind: Bool { told < taken }

  /// Confirms processed messages, unless another message has already done so.
  func confirm() {
    if isBehind { send("screen", isNumbered: true) }
  }

  func note(_ text: String, isError: Bool = false) {
    send("note", ["text": .text(text), "error": .boolean(isError)])
  }

  func showProgress(_ text: String?) { send("progress", ["text": text.map(Datum.text) ?? .null]) }

  private static let mostRows = 10_000

  /// A command's lines of text that have not been sent.
  private var lines: [String] = []

  func say(_ reply: Reply) {
    switch reply {
    case .notice(let text), .reference(let text): return note(text)
    case .text(let text), .prose(let text):
      lines += text.split(whereSeparator: \.isNewline).map { String($0) }
    case .value(let value): lines.append(value.plainText)
    case .count(let count): lines.append(String(count))
    case .difference(let difference): lines.append(difference.line)
    case .item(let item) where items != nil: items?.append(item)
    case .item(let item): lines.append(item.line)
    case .bars, .details, .tableBegins, .row, .tableEnds, .diagnostic:
      sendLines()
      sendTable(reply)
    case .label, .typed, .rejectedKey, .chart, .expectation, .expectationsEnd: break
    }
  }

  private func sendTable(_ reply: Reply) {
    switch reply {
    case .diagnostic(let diagnostic):
      let hint = diagnostic.hint.map { " (\($0))" } ?? ""
      note(diagnostic.message + hint, isError: diagnostic.severity == .error)
    case .bars(let bars): table(of: bars.map { [.text($0.label), .text($0.text)] }, ["", ""])
    case .details(let entries):
      table(of: entries.map { [.text($0.key), $0.value] }, ["property", "value"])
    case .tableBegins(let columns, _):
      tableRows = 0
      send("table", ["columns": .list(columns.map(PageData.column))])
    case .row(let cells):
      tableRows += 1
      guard tableRows <= Self.mostRows else { return }
      send("row", ["cells": .list(cells.map(PageData.cell))])
    case .tableEnds:
      if tableRows > Self.mostRows {
        note("only the first \(Self.mostRows) of \(tableRows) rows are shown", isError: true)
      }
      send("tableEnd")
    default: break
    }
  }

  private func table(of rows: [[Datum]], _ columns: [String]) {
    sendTable(.tableBegins(columns.map { Column($0) }))
    for row in rows { sendTable(.row(row)) }
    sendTable(.tableEnds)
  }

  private func sendLines() {
    let lines = lines
    self.lines = []
    if lines.count == 1 { return note(lines[0]) }
    if !lines.isEmpty { table(of: lines.map { [.text($0)] }, [""]) }
  }

  /// Maximum wait for a message in seconds; labels that show the time are updated at this interval.
  private static let patience = 10.0

  var isQuiet: Bool { held == nil && tab.mailbox.isEmpty }

  /// Waits for the next message; nil if the caller must refresh the page, or end if ``hasLeft``.
  func next() -> TabMessage? {
    sendLines()
    if let held {
      self.held = nil
      return held
    }
    if tab.isEnding.load(ordering: .relaxed) { hasLeft = true }
    if tab.mailbox.isEmpty { whenIdle.take()?() }
    guard !hasLeft, let letter = tab.mailbox.next(within: Self.patience) else { return nil }
    switch letter {
    case .changed: return nil
    case .closed:
      hasLeft = true
      return nil
    case .connected:
      greet()
      return nil
    case .message(let message):
      if let number = message.n {
        // The browser resends messages after a lost connection.
        guard number > taken else { return nil }
        taken = number
      }
      switch message.kind {
      case .look: looksAhead = message.on ?? false
      case .actor:
        if let name = message.name { choose(name) }
        greet()
      default:
        guard let objection = objection(message) else { return message }
        note(objection, isError: true)
      }
      return nil
    }
  }

  /// Forgets the content sent so far, so that the next drawing sends everything.
  func forgetDrawing() { (form.drawn, list.drawn) = (.init(), nil) }

  func hold(_ message: TabMessage) { held = message }

  private func greet() {
    forgetDrawing()
    send("hello", [Datum.Entry("tab", .text(tab.id))] + greeting(), isNumbered: true)
  }

  /// Asks the user a question; returns false also if the tab is closed.
  func agrees(to question: String) -> Bool {
    send("ask", ["text": .text(question)], isNumbered: true)
    while !hasLeft {
      guard let letter = tab.mailbox.next(within: Self.patience) else {
        if tab.isEnding.load(ordering: .relaxed) { hasLeft = true }
        continue
      }
      switch letter {
      case .changed: continue
      case .closed: hasLeft = true
      case .connected:
        greet()
        send("ask", ["text": .text(question)], isNumbered: true)
      case .message(let message):
        if let number = message.n {
          guard number > taken else { continue }
          taken = number
        }
        if message.kind == .answer { return message.yes ?? false }
        note("answer the question first", isError: true)
        confirm()
      }
    }
    return false
  }

  /// Notifies the other tabs; call after every operation that may have stored data.
  func noteChange() { hasChanged() }
}
