internal import GRDBSQLite

extension SQLFunctions {
  /// `ulower(text)`: the text with all letters in lower case, those beyond ASCII too.
  static let lowercase: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, _, values in
    guard let text = SQLFunctions.text(values?[0]) else { return }
    SQLFunctions.give(text.lowercased(), to: context)
  }

  /// `uupper(text)`: the text with all letters in upper case, those beyond ASCII too.
  static let uppercase: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, _, values in
    guard let text = SQLFunctions.text(values?[0]) else { return }
    SQLFunctions.give(text.uppercased(), to: context)
  }

  /// `ulike(pattern, text [, escape])`: as SQLite's `like`, whatever the case of any letter.
  static let like: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, count, values in
    guard let values, !SQLFunctions.isNull(values[0]), !SQLFunctions.isNull(values[1]) else {
      return
    }
    var escape: Unicode.Scalar?
    if count == 3 {
      guard let text = SQLFunctions.text(values[2]) else { return }
      guard text.unicodeScalars.count == 1 else {
        return SQLFunctions.fail("the escape of ulike() is one character", to: context)
      }
      escape = text.unicodeScalars.first
    }
    let pattern = SQLFunctions.kept(context, 0) {
      SQLFunctions.text(values[0]).map { LikePattern($0, escape: escape) }
    }
    guard let pattern, let text = SQLFunctions.text(values[1]) else { return }
    // The pattern is kept by the first value alone; the escape may still change.
    let current =
      pattern.escape == escape
      ? pattern : LikePattern(SQLFunctions.text(values[0]) ?? "", escape: escape)
    sqlite3_result_int(context, current.matches(text) ? 1 : 0)
  }

  /// `regexp(pattern, text)`, or `text regexp pattern`: whether the pattern is found in the text.
  static let match: @convention(c) (Context?, Int32, Arguments?) -> Void = { context, _, values in
    guard let values, !SQLFunctions.isNull(values[0]), !SQLFunctions.isNull(values[1]) else {
      return
    }
    let expression = SQLFunctions.kept(context, 0) {
      SQLFunctions.text(values[0]).map { RegularExpression($0) }
    }
    guard let expression, let text = SQLFunctions.text(values[1]) else { return }
    switch expression.search(text) {
    case .found: sqlite3_result_int(context, 1)
    case .missing: sqlite3_result_int(context, 0)
    case .failure(let message): SQLFunctions.fail(message, to: context)
    }
  }
}

/// A pattern of `ulike`, with `%` for any characters and `_` for one.
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

  /// Whether the whole text fits the pattern.
  ///
  /// - Complexity: O(*n* × *m*) in the lengths of the text and the pattern.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.lowercased().unicodeScalars)
    var place = 0
    var item = 0
    // Where to go on if what follows the last `%` does not fit: with one character more in it.
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
