/// A function that expressions have besides the engine's own, as data.
///
/// It returns the same for the same arguments, and only statements can call it: the engine refuses
/// it in a trigger, view, check or index, where other programs would miss it.
package struct SQLFunction {
  /// What a function does.
  package enum Work {
    case scalar((any SQLArguments) -> SQLResult)
    /// Makes what gathers the rows of one group.
    case aggregate(() -> any SQLAggregate)
  }

  package let name: String
  /// How many arguments it takes; nil for any number.
  package let count: Int?
  package let work: Work
  /// Whether one call may take so long that it is asked before each whether to go on.
  package let mayRunLong: Bool

  /// A function of the arguments of one row.
  package init(
    _ name: String, _ count: Int?, mayRunLong: Bool = false,
    _ body: @escaping (any SQLArguments) -> SQLResult
  ) {
    self.name = name
    self.count = count
    self.mayRunLong = mayRunLong
    work = .scalar(body)
  }

  /// A function of some arguments over all rows of a group.
  package init(aggregate name: String, _ count: Int = 1, _ make: @escaping () -> any SQLAggregate) {
    self.name = name
    self.count = count
    mayRunLong = false
    work = .aggregate(make)
  }
}

/// The arguments of one call of an ``SQLFunction``, which are good for the call and no longer.
package protocol SQLArguments {
  var count: Int { get }
  subscript(index: Int) -> SQLValue { get }
  /// Whether the argument is NULL, without reading more of it.
  func isNull(_ index: Int) -> Bool
  /// The argument as SQL casts it to text; nil if it is NULL.
  func text(_ index: Int) -> String?
  /// What a closure makes of the bytes of a text, which need not be UTF-8; nil where the argument is
  /// no text.
  func withText(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> SQLResult) -> SQLResult?
  /// The argument as SQL casts it to a whole number.
  func integer(_ index: Int) -> Int
  /// What was kept for the argument, if it is still the same.
  func kept(_ index: Int) -> AnyObject?
  /// Keeps what is costly to make of an argument as long as it stays the same, if the engine can.
  func keep(_ object: AnyObject, for index: Int)
}

extension SQLArguments {
  package func kept(_ index: Int) -> AnyObject? { nil }
  package func keep(_ object: AnyObject, for index: Int) {}
}

/// What an ``SQLFunction`` returns.
package enum SQLResult {
  case value(SQLValue)
  /// A text of these bytes, which are UTF-8 and stay until the function is called again.
  case text(UnsafeRawBufferPointer)
  /// One of the arguments, as it was given.
  case argument(Int)
  /// The statement ends with these words.
  case failure(String)

  package static var null: SQLResult { .value(.null) }
}

/// What an aggregate function gathers of the rows of one group, or of a window that moves over them.
package protocol SQLAggregate: AnyObject {
  func step(_ arguments: any SQLArguments)
  /// Takes the row back that came first of those that are still gathered.
  func takeBack(_ arguments: any SQLArguments)
  /// What it comes to, after the rows that have come so far; none of the arguments, which are gone.
  var result: SQLResult { get }
}
