internal import Replies

/// Delivers replies, immediately or after the commit of their command.
final class ReplyQueue {
  private let deliver: (Reply) -> Void
  /// The external buffer for the replies of scripts. If nil, and at the prompt, replies are
  /// buffered here.
  private let hold: (any ReplyHold)?
  /// The replies of an uncommitted command; nil if replies are delivered at once or buffered by
  /// `hold`.
  private var held: [Reply]?
  private var isHoldUsed = false
  private var watched: Set<String>?
  /// Whether commands such as `new` do not print the records that they create.
  var isQuiet = false
  var mask: (String) -> String = { $0 }
  private var unwatched: [Reply] = []

  private var printer: (any ReplyPrinter)?

  let isHeard: () -> Bool

  init(
    _ hold: (any ReplyHold)?, isHeard: @escaping () -> Bool, _ deliver: @escaping (Reply) -> Void
  ) {
    self.hold = hold
    self.isHeard = isHeard
    self.deliver = deliver
  }

  func say(_ reply: Reply) {
    let reply = reply.masked(by: mask)
    if let printer, reply.isData { return printer.print(reply) }
    if let watched, case .label(let name, _) = reply, !watched.contains(name) {
      unwatched.removeAll { if case .label(name, _) = $0 { true } else { false } }
      unwatched.append(reply)
    } else if held?.append(reply) == nil {
      if isHoldUsed { hold?.isOutput = reply.isOutput }
      deliver(reply)
    }
  }

  func printing(
    on printer: any ReplyPrinter, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.printer = printer
    defer { self.printer = nil }
    try body()
    printer.flush()
  }

  /// Runs `watch`; afterwards reports the latest texts of the labels that were not watched.
  func watching(
    _ labels: Set<String>, _ body: () throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    watched = labels
    defer {
      watched = nil
      for reply in unwatched { say(reply) }
      unwatched = []
    }
    try body()
  }

  /// - Parameter isAtPrompt: Whether replies go to a user at the prompt, who pages through long
  ///   replies.
  func hold(isAtPrompt: Bool) {
    if let hold, !isAtPrompt {
      isHoldUsed = true
      hold.holdCommand()
    } else {
      held = []
    }
  }

  func release() {
    if isHoldUsed {
      isHoldUsed = false
      hold?.releaseCommand()
    }
    let replies = held ?? []
    held = nil
    for reply in replies { deliver(reply) }
  }

  /// Discards held output after a rollback; delivers diagnostics and notices.
  func drop() {
    if isHoldUsed {
      isHoldUsed = false
      hold?.dropCommand()
    }
    held?.removeAll(where: \.isOutput)
    release()
  }
}

struct ReplyTable<Row> {
  var columns: [ReplyColumn<Row>]
  var isWhole: Bool

  init(_ columns: [ReplyColumn<Row>], isWhole: Bool = false) {
    self.columns = columns
    self.isWhole = isWhole
  }

  var beginning: Reply { .tableBegins(columns.map(\.column), isWhole: isWhole) }

  func reply(_ row: Row) -> Reply { .row(columns.map { $0.cell(row) }) }
}

struct ReplyColumn<Row> {
  var column: Column
  var cell: (Row) -> Datum

  init(
    _ heading: String, isNumeric: Bool = false, givesWay: Bool = false, least: Int = 10,
    _ cell: @escaping (Row) -> Datum
  ) {
    column = Column(heading, isNumeric: isNumeric, givesWay: givesWay, least: least)
    self.cell = cell
  }

  func showing<Whole>(_ part: @escaping (Whole) -> Row) -> ReplyColumn<Whole> {
    ReplyColumn<Whole>(
      column.name, isNumeric: column.isNumeric, givesWay: column.givesWay, least: column.least
    ) { cell(part($0)) }
  }
}

extension ReplyQueue {
  func say<Row>(_ rows: some Sequence<Row>, as table: ReplyTable<Row>) {
    var rows = rows.makeIterator()
    say(as: table) { rows.next() }
  }

  /// Creates each row only when printing it.
  func say<Element, Row>(
    _ elements: some Sequence<Element>, as table: ReplyTable<Row>,
    _ row: (Element) throws(Diagnostic) -> Row
  ) throws(Diagnostic) {
    var elements = elements.makeIterator()
    try say(as: table) { () throws(Diagnostic) in
      guard let element = elements.next() else { return nil }
      return try row(element)
    }
  }

  func say<Row, Failure>(
    as table: ReplyTable<Row>, _ next: () throws(Failure) -> Row?
  ) throws(Failure) {
    say(table.beginning)
    while let row = try next(), isHeard() { say(table.reply(row)) }
    say(.tableEnds)
  }
}
