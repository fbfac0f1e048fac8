/// A function for expressions that is not built into SQLite.
///
/// The function must be deterministic. The engine refuses it in triggers, views, checks and
/// indexes, because the database must remain usable by other programs.
package struct SQLFunction {
  package enum Work {
    case scalar((any SQLArguments) -> SQLResult)
    case aggregate(() -> any SQLAggregate)
  }

  package let name: String
  package let count: Int?
  package let work: Work
  /// Whether a call may take long; if so, the engine checks for interruption before each call.
  package let mayRunLong: Bool

  package init(
    _ name: String, _ count: Int?, mayRunLong: Bool = false,
    _ body: @escaping (any SQLArguments) -> SQLResult
  ) {
    self.name = name
    self.count = count
    self.mayRunLong = mayRunLong
    work = .scalar(body)
  }

  package init(aggregate name: String, _ count: Int = 1, _ make: @escaping () -> any SQLAggregate) {
    self.name = name
    self.count = count
    mayRunLong = false
    work = .aggregate(make)
  }
}

/// The arguments of a call of an ``SQLFunction``; valid only during the call.
package protocol SQLArguments {
  var count: Int { get }
  subscript(index: Int) -> SQLValue { get }
  /// Returns whether an argument is `NULL`; cheaper than reading its value.
  func isNull(_ index: Int) -> Bool
  func text(_ index: Int) -> String?
  /// Passes the bytes of a text, which may be malformed UTF-8, to the closure; returns nil if the
  /// argument is not a text.
  func withText(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> SQLResult) -> SQLResult?
  func integer(_ index: Int) -> Int
  func kept(_ index: Int) -> AnyObject?
  /// Caches an object derived from an argument, if the engine can, as long as the argument does not
  /// change.
  func keep(_ object: AnyObject, for index: Int)
}

extension SQLArguments {
  package func kept(_ index: Int) -> AnyObject? { nil }
  package func keep(_ object: AnyObject, for index: Int) {}
}

package enum SQLResult {
  case value(SQLValue)
  /// A UTF-8 text; the buffer must stay valid until the next call of the function.
  case text(UnsafeRawBufferPointer)
  case argument(Int)
  case failure(String)

  package static var null: SQLResult { .value(.null) }
}

package protocol SQLAggregate: AnyObject {
  func step(_ arguments: any SQLArguments)
  /// Removes the earliest row that is still included.
  func takeBack(_ arguments: any SQLArguments)
  /// The result for the rows so far; it cannot be `argument`, because the arguments are no longer
  /// available.
  var result: SQLResult { get }
}

/// A value as stored by SQLite.
public enum SQLValue: Hashable, Sendable {
  /// SQL's `NULL`.
  case null
  /// A 64-bit integer.
  case integer(Int)
  /// A 64-bit floating-point number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes that are not text.
  case blob([UInt8])

  package var integer: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Compares text by bytes, so canonically equivalent texts differ.
  package func isIdentical(to other: SQLValue) -> Bool {
    if case (.text(let text), .text(let other)) = (self, other) {
      return text.utf8.elementsEqual(other.utf8)
    }
    return self == other
  }

  package init(_ text: String?) {
    self = text.map { .text($0) } ?? .null
  }

  package init(_ value: Int?) {
    self = value.map { .integer($0) } ?? .null
  }
}

extension String {
  package var asSQLName: String { quoted("\"") }

  package var asSQLText: String { quoted("'") }

  // Works on scalars: Swift treats a quotation mark with a combining mark as another character, but
  // SQLite still ends the text there.
  private func quoted(_ mark: Unicode.Scalar) -> String {
    var result = ""
    result.unicodeScalars.append(mark)
    for scalar in unicodeScalars {
      if scalar == mark { result.unicodeScalars.append(mark) }
      result.unicodeScalars.append(scalar)
    }
    result.unicodeScalars.append(mark)
    return result
  }
}

extension [UInt8] {
  package var asSQLBlob: String {
    "x'" + map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }
}
