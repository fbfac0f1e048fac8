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
