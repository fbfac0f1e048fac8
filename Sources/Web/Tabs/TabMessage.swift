internal import FoundationEssentials
internal import Session

/// A message from a browser; each handler reads the members it needs.
struct TabMessage: Decodable, Hashable, Sendable {
  struct Condition: Decodable, Hashable, Sendable {
    var property: String
    var op: String
    var value: String
  }

  enum Kind: String, Decodable, Sendable {
    case open, back, focus, key, `do`, select, rows, list, at, run, answer, look, stop, ping, actor,
      save
  }

  var kind: Kind? { t.flatMap(Kind.init) }

  private var t: String?
  /// The sequence number; nil for `ping` and `stop`.
  var n: Int?
  var to: String?
  /// The identifier of a part or field.
  var f: String?
  var c: String?
  var p: String?
  var k: String?
  var r: [Int]?
  var s: String?
  var sel: [Int]?
  var of: String?
  var ids: [String]?
  var rows: [Int]?
  var find: String?
  var `where`: [Condition]?
  var order: String?
  var what: String?
  var txn: Int?
  var record: String?
  var property: String?
  var yes: Bool?
  var on: Bool?
  var at: Double?
  var name: String?

  /// Parses a message. An invalid message has no kind but keeps its number, so that the browser
  /// does not resend it forever.
  init(_ text: String) {
    let bytes = Data(text.utf8)
    if let message = try? JSONDecoder().decode(TabMessage.self, from: bytes) {
      self = message
    } else {
      struct Number: Decodable { var n: Int }
      self.init()
      n = (try? JSONDecoder().decode(Number.self, from: bytes))?.n
    }
  }

  init() {}

  static func conditions(_ text: String) -> [ListCondition] {
    let conditions = try? JSONDecoder().decode([Condition].self, from: Data(text.utf8))
    return (conditions ?? []).map(\.condition)
  }
}

extension TabMessage.Condition {
  fileprivate var condition: ListCondition {
    ListCondition(property: property, op: op, value: value)
  }
}

extension TabMessage {
  /// Whether the message starts a change without a menu command.
  var isEdit: Bool {
    switch kind {
    case .focus: true
    case .run: ["undo", "redo", "revert", "restore"].contains(what)
    default: false
    }
  }

  var listing: PagePath.Listing {
    PagePath.Listing(
      find: find ?? "", conditions: (`where` ?? []).map(\.condition), order: order)
  }
}
