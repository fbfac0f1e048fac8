internal import Records

/// A function that expressions can call: how it is called, what it returns, and what it is for.
public struct ExpressionFunction: Hashable, Sendable {
  /// What a function is about.
  public enum Group: String, CaseIterable, Sendable {
    /// Texts.
    case texts
    /// Numbers.
    case numbers
    /// Choosing and testing values.
    case values
    /// Dates and times, as texts.
    case dates
    /// Lists and other JSON texts.
    case json = "lists and JSON"
    /// The values of many records.
    case records = "many records"
    /// The rows around a row, in a subselect with `over`.
    case windows = "rows of a window"
  }

  /// What is known of a result, and with it how the function is called.
  enum Result: Hashable {
    /// A value of a kind.
    case kind(PropertyKind)
    /// How many there are.
    case count
    /// Whether something holds.
    case condition
    /// Anything.
    case none
    /// One of the values from the given place on.
    case chosen(Int)
    /// The first value.
    case first
    /// The first value, unless the second is equal.
    case unlessEqual
    /// The least or the greatest.
    case extreme
    /// A number without its sign, rounded, cut off, what a division leaves of it, or the sum or mean
    /// of many.
    case amount, rounded, cut, remainder, sum
    /// What a date function makes of a moment.
    case moment(PropertyKind)
    /// A part of a day, by the name that SQLite's `strftime` has for it.
    case part(String)
    /// How a field would show the value.
    case shown
    /// A text with values in it.
    case format
  }

  /// The name, in lower case.
  public let name: String
  /// What its values are called; what can be left out is in square brackets, and `…` stands for any
  /// number of further values.
  public let arguments: [String]
  /// What it returns, in a line.
  public let summary: String
  /// What it is about.
  public let group: Group
  let result: Result
  /// A call of the function, in an expression that is true.
  ///
  /// There are records of a type `Person` in it, of which Ann is 41 years old and the first by name.
  public let example: String
  /// What every program has in place of a function that only this one has.
  let substitute: String?
  /// Makes what SQLite calls, for as many values as can be given; none where the function is its own.
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
    self.result = result
    self.group = group
    self.summary = summary
    self.example = example
    substitute = insteadUse
    self.bodies = bodies
  }

  /// Whether both are the function of one name.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// A call of the function, as its help writes it.
  public var call: String { "\(name)(\(arguments.joined(separator: ", ")))" }

  /// What it returns, in words; nil for what depends on its values.
  public var resultWords: String? {
    switch result {
    case .kind(.integer), .count, .part, .moment(.integer): "a whole number"
    case .kind(.text), .format, .shown, .moment(.text): "a text"
    case .kind(.duration): "a duration"
    case .kind(let kind) where kind.isList: "a list"
    case .kind(.date), .moment(.date): "a date"
    case .kind, .amount, .rounded, .cut, .remainder, .sum, .moment(.double): "a number"
    case .condition: "true or false"
    case .moment(.dateTime): "a date with time"
    case .moment: "a time of day"
    case .chosen(0), .first, .unlessEqual, .extreme: "one of its values"
    case .chosen, .none: nil
    }
  }

  /// How many values it takes.
  var arity: ClosedRange<Int> {
    let least = arguments.count { !$0.hasPrefix("[") && $0 != "…" }
    return least...(arguments.last == "…" ? Self.many : arguments.count)
  }

  /// How many values it takes, in words that follow "takes", where it was given so many.
  package func arityWords(given count: Int) -> String {
    let (least, most) = (arity.lowerBound, arity.upperBound)
    return switch most {
    case 0: "no value"
    case 1 where least == 1: "1 value"
    case least: "\(least) values"
    case least + 1: "\(least) or \(most) values"
    case _ where count > most: "at most \(most) values"
    case Self.many: "at least \(least) value\(least == 1 ? "" : "s")"
    default: "\(least) to \(most) values"
    }
  }

  /// The most values that a function can take.
  static let many = 127

  /// The place of the first value of a date function that is a time; nil for others.
  var placeOfMoment: Int? {
    group == .dates ? arguments.firstIndex { $0.contains("moment") } : nil
  }

  /// Whether every program has it, and it calculates with its values alone.
  var isPortable: Bool {
    switch group {
    case .texts, .numbers, .values, .json: substitute == nil
    case .dates, .records, .windows: false
    }
  }

  /// Whether it may take long: it gathers values of many records, or looks for a pattern.
  public var mayRunLong: Bool {
    switch group {
    case .records, .windows: true
    case .texts: Self.searching.contains(name)
    case .numbers, .values, .dates, .json: isOfLists
    }
  }

  /// Whether it goes over the records of a list or of a type: `avg(reviews.rating)`.
  package var isOfLists: Bool { Self.ofLists.contains(name) }

  /// Whether it gathers the values of many records when it has so many values.
  func isAggregate(_ count: Int) -> Bool {
    group == .records || count == 1 && (name == "min" || name == "max")
  }

  // MARK: The functions

  private static let ofLists: Set<String> = ["avg", "count", "join", "max", "min", "stdev", "sum"]
  private static let searching: Set<String> = ["glob", "instr", "like", "regexp", "ulike"]

  /// The function of a name in lower case; nil if there is none.
  public static func named(_ name: String) -> ExpressionFunction? { byName[name] }

  private static let byName = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether SQLite may call a function of this name for an expression: one that expressions can
  /// call, one that we write in its place, or what an operator is to SQLite.
  package static func isAllowed(_ name: String) -> Bool {
    byName[name] != nil || own.contains(name)
  }

  private static let own = Set(SQLFunctions.all().map(\.name)).union(["->", "->>"])

  /// Functions of SQLite whose result is not a matter of their values alone.
  static let impure: Set<String> = [
    "random", "randomblob", "changes", "total_changes", "last_insert_rowid", "load_extension",
    "sqlite_version", "sqlite_source_id", "sqlite_compileoption_get", "sqlite_compileoption_used",
    "sqlite_offset", "fts3_tokenizer",
  ]

  /// Every function that an expression can call, group by group.
  public static let all: [ExpressionFunction] =
    texts + numbers + values + dates + json + records + windows
}
