package import Values

/// SQL functions for expressions, in addition to SQLite's own.
///
/// They must not be used in triggers, views, checks, indexes or generated columns, because other
/// programs do not have these functions.
package enum SQLFunctions {
  /// - Parameter show: Formats a value like a field, given the definition of its kind.
  package static func all(
    showing show: @escaping (SQLValue, String) -> String = { value, _ in value.written }
  ) -> [SQLFunction] {
    ExpressionFunction.all.flatMap { $0.bodies() } + helpers() + [
      SQLFunction("field_text", 2) { arguments in
        arguments.isNull(0)
          ? .null : .value(.text(show(arguments[0], arguments.text(1) ?? "")))
      }
    ]
  }

  private static func helpers() -> [SQLFunction] {
    [
      SQLFunction("decimal_key", 1, decimalKey),
      SQLFunction("double_round", 1, roundDouble),
      SQLFunction("double_round", 2, roundDouble),
      SQLFunction("decimal_max", nil) { extreme($0, isBetter: greater) },
      SQLFunction("decimal_min", nil) { extreme($0, isBetter: less) },
      SQLFunction("decimal_add", 2, addDecimals),
      SQLFunction("decimal_subtract", 2, subtractDecimals),
      SQLFunction("decimal_multiply", 2, multiplyDecimals),
      SQLFunction("decimal_divide", 2, divideDecimals),
      SQLFunction("decimal_remainder", 2, remainderOfDecimals),
      SQLFunction("decimal_negate", 1, negateDecimal),
      SQLFunction("decimal_absolute", 1, absoluteDecimal),
      SQLFunction("decimal_nearest", 2, nearestDecimal),
      SQLFunction("decimal_floor", 1, floorDecimal),
      SQLFunction("decimal_ceil", 1, ceilDecimal),
      SQLFunction("decimal_trunc", 1, cutDecimal),
      SQLFunction("whole", 1, whole),
      SQLFunction("fitting_whole", 3, fittingWhole),
      SQLFunction("fitting_decimal", 3, fittingDecimal),
      SQLFunction(aggregate: "decimal_max") { Extreme(isBetter: greater) },
      SQLFunction(aggregate: "decimal_min") { Extreme(isBetter: less) },
      SQLFunction(aggregate: "decimal_sum") { Sum() },
      SQLFunction(aggregate: "whole_sum") { WholeSum() },
      SQLFunction(aggregate: "whole_avg") { WholeMean() },
      SQLFunction("text_order", 1, TextOrder().key),
      SQLFunction("calendar", nil, calendar),
      SQLFunction("duration_text", 2, durationText),
      SQLFunction("fixed_moment", 1, fixedMoment),
      SQLFunction("fixed_format", 1, fixedFormat),
      SQLFunction("fixed_count", 1, fixedCount),
    ]
      + (0...ExactDecimal.maximumDigits).map { digits in
        // One function for each number of digits, because SQLite supports DISTINCT only with one
        // argument.
        SQLFunction(aggregate: "decimal_avg\(digits)") { Mean(toFractionDigits: digits) }
      }
  }

  /// Returns an object made from an argument, cached while the argument is constant; nil if the
  /// argument is NULL or `make` returns nil.
  static func kept<Kept: AnyObject>(
    _ arguments: any SQLArguments, _ index: Int, _ make: (String) -> Kept?
  ) -> Kept? {
    if let known = arguments.kept(index) { return known as? Kept }
    guard let made = arguments.text(index).flatMap(make) else { return nil }
    arguments.keep(made, for: index)
    return made
  }
}

extension SQLFunctions {
  /// `ulower(text)`: the text in lower case, also beyond ASCII.
  static func lowercase(_ arguments: any SQLArguments) -> SQLResult {
    .value(SQLValue(arguments.text(0)?.lowercased()))
  }

  /// `uupper(text)`: the text in upper case, also beyond ASCII.
  static func uppercase(_ arguments: any SQLArguments) -> SQLResult {
    .value(SQLValue(arguments.text(0)?.uppercased()))
  }

  /// `ulike(pattern, text [, escape])`: like SQLite's `like`, ignoring the case of all letters.
  static func like(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0), !arguments.isNull(1) else { return .null }
    var escape: Unicode.Scalar?
    if arguments.count == 3 {
      guard let text = arguments.text(2) else { return .null }
      guard text.unicodeScalars.count == 1 else {
        return .failure("the escape character of ulike() must be a single character")
      }
      escape = text.unicodeScalars.first
    }
    guard let pattern = kept(arguments, 0, { LikePattern($0, escape: escape) }),
      let text = arguments.text(1)
    else { return .null }
    // The cached pattern can have another escape character.
    let current =
      pattern.escape == escape ? pattern : LikePattern(arguments.text(0) ?? "", escape: escape)
    return .value(.integer(current.matches(text) ? 1 : 0))
  }

  /// `contains(text, part)`: whether the text contains the part, ignoring case, accents and width.
  static func contains(_ arguments: any SQLArguments) -> SQLResult {
    guard let text = arguments.text(0), !arguments.isNull(1) else { return .null }
    // Every text contains the empty text.
    let isFound = kept(arguments, 1, TextSearch.init)?.isFound(in: text) ?? true
    return .value(.integer(isFound ? 1 : 0))
  }

  /// `regexp(pattern, text)` or `text regexp pattern`: whether the pattern matches a part of the
  /// text.
  static func match(_ arguments: any SQLArguments) -> SQLResult {
    guard !arguments.isNull(0), !arguments.isNull(1),
      let expression = kept(arguments, 0, RegularExpression.init),
      let text = arguments.text(1)
    else { return .null }
    switch expression.search(text) {
    case .found: return .value(.integer(1))
    case .missing: return .value(.integer(0))
    case .failure(let message): return .failure(message)
    }
  }

  /// `split(text, separator)`: the parts as a JSON array. An empty separator splits into characters.
  static func split(_ arguments: any SQLArguments) -> SQLResult {
    guard let text = arguments.text(0), let separator = arguments.text(1) else { return .null }
    let parts: [String] =
      text.isEmpty ? [] : separator.isEmpty ? text.map { String($0) } : cut(text, at: separator)
    return .value(.text("[" + parts.map(\.asJSON).joined(separator: ",") + "]"))
  }

  /// Compares bytes, because `String` would match canonically equivalent texts.
  private static func cut(_ text: String, at separator: String) -> [String] {
    let (bytes, separator) = (Array(text.utf8), Array(separator.utf8))
    var parts: [String] = []
    var (start, place) = (0, 0)
    while place + separator.count <= bytes.count {
      guard bytes[place] == separator[0],
        bytes[place..<place + separator.count].elementsEqual(separator)
      else {
        place += 1
        continue
      }
      parts.append(String(decoding: bytes[start..<place], as: UTF8.self))
      place += separator.count
      start = place
    }
    return parts + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}

/// A pattern of `ulike`: `%` matches any number of characters, `_` matches one. Case is ignored.
final class LikePattern {
  private enum Item: Equatable {
    case scalar(Unicode.Scalar)
    case one
    case any
  }

  let escape: Unicode.Scalar?
  private let items: [Item]

  init(_ pattern: String, escape: Unicode.Scalar?) {
    self.escape = escape
    var items: [Item] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        items += Self.folded(scalar)
        isEscaped = false
      } else if scalar == escape {
        isEscaped = true
      } else if scalar == "%" {
        if items.last != .any { items.append(.any) }
      } else if scalar == "_" {
        items.append(.one)
      } else {
        items += Self.folded(scalar)
      }
    }
    self.items = items
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [Item] {
    scalar.properties.lowercaseMapping.unicodeScalars.map { .scalar($0) }
  }

  /// - Complexity: O(*n* × *m*) in the lengths of the text and the pattern.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.lowercased().unicodeScalars)
    var place = 0
    var item = 0
    // The position to retry from, one character later, if the part after the last `%` does not
    // match.
    var retry: (item: Int, place: Int)?
    while place < scalars.count {
      if item < items.count, items[item] == .any {
        retry = (item + 1, place)
        item += 1
      } else if item < items.count, items[item] == .one || items[item] == .scalar(scalars[place]) {
        item += 1
        place += 1
      } else if let last = retry {
        retry = (last.item, last.place + 1)
        item = last.item
        place = last.place + 1
      } else {
        return false
      }
    }
    while item < items.count, items[item] == .any { item += 1 }
    return item == items.count
  }
}
