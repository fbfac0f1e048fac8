internal import Records

/// A function that expressions can call.
public struct ExpressionFunction: Hashable, Sendable {
  /// The category of a function.
  public enum Group: String, CaseIterable, Sendable {
    /// Texts.
    case texts
    /// Numbers.
    case numbers
    /// Choosing and testing values.
    case values
    /// Dates, times and durations.
    case dates
    /// Lists and other JSON texts.
    case json = "lists and JSON"
    /// Aggregates of many records.
    case records = "many records"
    /// Window functions, in a subselect with `over`.
    case windows = "rows of a window"
  }

  /// The kind of result, which also determines the SQL of a call.
  enum Result: Hashable {
    case kind(PropertyKind)
    case count
    case condition
    case none
    /// One of the arguments from this index on.
    case chosen(Int)
    case first
    /// The first argument, or NULL if it equals the second.
    case unlessEqual
    case extreme
    /// An absolute value, a rounded or truncated number, a remainder, or a sum or mean.
    case amount, rounded, cut, remainder, sum
    case moment(PropertyKind)
    /// The associated value is a format of SQLite's `strftime`.
    case part(String)
    case shown
    case format
  }

  /// The name, in lower case.
  public let name: String
  /// The names of the arguments; optional ones are in square brackets, and `…` means any number of
  /// further arguments.
  public let arguments: [String]
  /// A one-line description of the result.
  public let summary: String
  /// The category of the function.
  public let group: Group
  let result: Result
  /// An example call, in an expression that is true.
  ///
  /// It may use a type `Person`, in which Ann is 41 years old and the first by name.
  public let example: String
  let substitute: String?
  /// Implementations for SQLite, one for each number of arguments; empty if a call becomes SQL that
  /// needs none.
  let bodies: @Sendable () -> [SQLFunction]

  init(
    _ call: String, _ result: Result, _ group: Group, _ summary: String, example: String,
    insteadUse: String? = nil, bodies: @escaping @Sendable () -> [SQLFunction] = { [] }
  ) {
    let parts = call.split(separator: "(", maxSplits: 1)
    name = String(parts[0])
    arguments = parts[1].dropLast().split(separator: ",").map { argument in
      String(argument.drop { $0 == " " })
    }
    (self.result, self.group, self.summary, self.example) = (result, group, summary, example)
    substitute = insteadUse
    self.bodies = bodies
  }

  /// Compares the names.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The signature of the function, for help.
  public var call: String { "\(name)(\(arguments.joined(separator: ", ")))" }

  /// The kind of the result in words, or "one of its arguments"; nil if neither describes the
  /// result.
  public var resultWords: String? {
    switch result {
    case .kind(.integer), .count, .part, .moment(.integer): "a whole number"
    case .kind(.text), .format, .shown, .moment(.text): "a text"
    case .kind(.duration): "a duration"
    case .kind(let kind) where kind.isList: "a list"
    case .kind(.date), .moment(.date): "a date"
    case .kind, .amount, .rounded, .cut, .remainder, .sum, .moment(.double): "a number"
    case .condition: "true or false"
    case .moment(.dateTime): "a date and time"
    case .moment: "a time of day"
    case .chosen(0), .first, .unlessEqual, .extreme: "one of its arguments"
    case .chosen, .none: nil
    }
  }

  var arity: ClosedRange<Int> {
    let least = arguments.count { !$0.hasPrefix("[") && $0 != "…" }
    return least...(arguments.last == "…" ? Self.many : arguments.count)
  }

  /// The number of arguments in words, to follow "takes" in a message.
  package func arityWords(given count: Int) -> String {
    let (least, most) = (arity.lowerBound, arity.upperBound)
    return switch most {
    case 0: "no arguments"
    case 1 where least == 1: "1 argument"
    case least: "\(least) arguments"
    case least + 1: "\(least) or \(most) arguments"
    case _ where count > most: "at most \(most) arguments"
    case Self.many: "at least \(least) argument\(least == 1 ? "" : "s")"
    default: "\(least) to \(most) arguments"
    }
  }

  static let many = 127

  var placeOfMoment: Int? {
    group == .dates ? arguments.firstIndex { $0.contains("time") } : nil
  }

  /// Whether SQL with this function also works in other programs: SQLite has the function built in,
  /// and the result depends only on the arguments.
  var isPortable: Bool {
    switch group {
    case .texts, .numbers, .values, .json: substitute == nil
    case .dates, .records, .windows: false
    }
  }

  /// Whether a call may take long, because the function reads many rows or list items, or searches
  /// a text.
  public var mayRunLong: Bool {
    switch group {
    case .records, .windows: true
    case .texts: Self.searching.contains(name)
    case .numbers, .values, .dates, .json: isOfLists
    }
  }

  /// Whether the function can aggregate a list or a type, as in `avg(reviews.rating)`.
  package var isOfLists: Bool { Self.ofLists.contains(name) }

  func isAggregate(_ count: Int) -> Bool {
    group == .records || count == 1 && (name == "min" || name == "max")
  }

  private static let ofLists: Set<String> = ["avg", "count", "join", "max", "min", "stdev", "sum"]
  private static let searching: Set<String> = [
    "contains", "glob", "instr", "like", "regexp", "ulike",
  ]

  /// Returns the function with a name, which must be in lower case; nil if there is no such
  /// function.
  public static func named(_ name: String) -> ExpressionFunction? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether the SQL of expressions can call the function, including functions that expressions
  /// themselves cannot call.
  package static func isAllowed(_ name: String) -> Bool {
    byName[name] != nil || own.contains(name)
  }

  private static let own = Set(SQLFunctions.all().map(\.name)).union(["->", "->>"])

  static let impure: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "load_extension",
    "sqlite_version", "sqlite_source_id", "sqlite_compileoption_get", "sqlite_compileoption_used",
    "sqlite_offset", "fts3_tokenizer",
  ]

  /// All functions of expressions, by group.
  public static let all: [ExpressionFunction] =
    texts + numbers + values + dates + json + records + windows
}
