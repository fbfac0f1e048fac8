/// What `history` says.
public struct HistorySyntax: Hashable, Sendable {
  /// What the history is wanted of.
  public enum Subject: Hashable, Sendable {
    /// A property of a record.
    case property(PathSyntax)
    /// A record given by its number or its key.
    case record(Spanned<RecordSyntax>)
    /// A name, be it of a record or of a type.
    case name(Name)
  }

  /// What the history is wanted of.
  public var subject: Subject
  /// What holds now of the records whose changes are wanted.
  public var condition: Expression?
  /// When they begin.
  public var since: Spanned<MomentSyntax>?
  /// When they end.
  public var until: Spanned<MomentSyntax>?
  /// Who made them.
  public var actor: Spanned<String>?
  /// How many at most, the newest.
  public var limit: Spanned<Int>?
  /// Whether what is masked is shown in full.
  public var isRevealed = false

  /// Makes the wish for all changes of `subject`.
  public init(subject: Subject) {
    self.subject = subject
  }
}

extension Verb {
  static let history = Verb(
    "history",
    synopsis: "history RECORD.PROPERTY|RECORD|TYPE [where EXPRESSION] [since TIME] [until TIME] "
      + "[by ACTOR] [limit N] [--reveal]",
    summary: "Lists the changes of a property, a record or a type, the oldest first.",
    examples: [
      "history ann.age", "history Person since 2026-11-21 by \"ann\" limit 20",
      "history Person where age > 30 until #12",
    ],
    options: ["reveal": "shows the numbers of cards in full"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    var history = try parser.history()
    history.isRevealed = parser.hasOption("reveal")
    return .history(history)
  }
}

extension Parser {
  fileprivate mutating func history() throws(SyntaxError) -> HistorySyntax {
    note(.type)
    let (record, steps) = try recordOrPath("a property, record or type", .past)
    let subject: HistorySyntax.Subject
    var type: String?
    if !steps.isEmpty {
      subject = .property(PathSyntax(record: record, steps: steps))
    } else if case .name(let name) = record.value {
      subject = .name(name)
      type = name.value
    } else {
      subject = .record(record)
    }
    var history = HistorySyntax(subject: subject)
    var clauses = Clauses(["where", "since", "until", "by", "limit"]) { [type] word in
      word == "where" ? type.map { .condition(of: $0) } : .word(word)
    }
    while let clause = try clause(of: &clauses) {
      switch clause.value {
      case "where": history.condition = try expression(until: clauses.words, of: type)
      case "since": history.since = try moment()
      case "until": history.until = try moment()
      case "by": history.actor = try textOrWord("an actor", .actor)
      default: history.limit = try natural("a number")
      }
    }
    return history
  }

  /// Reads a moment of the history.
  private mutating func moment() throws(SyntaxError) -> Spanned<MomentSyntax> {
    let first = index
    let moment: MomentSyntax
    switch current?.kind {
    case .transaction:
      moment = .transaction(try transaction().value)
    case .date:
      moment = .date(text(of: tokens[index]))
      advance()
    case .string:
      moment = .text(try quotedText("a time").value)
    case .symbol where isAt(":"):
      moment = .name(try sessionPath())
    default:
      throw unexpected("a time such as 2026-11-21 or #12")
    }
    return Spanned(moment, at: span(from: first))
  }
}
