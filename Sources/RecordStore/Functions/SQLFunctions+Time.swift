internal import GRDBSQLite

extension SQLFunctions {
  /// `fixed_moment(value)`: the value, unless a date function would take it for the present.
  static let fixedMoment: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, _, values in
    SQLFunctions.pass(values?[0], isMoment: true, to: context)
  }

  /// `fixed_modifier(value)`: the value, unless a date function would look at the computer's zone.
  static let fixedModifier: @convention(c) (Context?, Int32, Arguments?) -> Void = {
    context, _, values in
    SQLFunctions.pass(values?[0], isMoment: false, to: context)
  }

  private static func pass(_ value: OpaquePointer?, isMoment: Bool, to context: Context?) {
    switch sqlite3_value_type(value) {
    case SQLITE_TEXT, SQLITE_BLOB:
      if let text = text(value), let message = impurity(of: text, isMoment: isMoment) {
        return fail(message, to: context)
      }
    default: break
    }
    sqlite3_result_value(context, value)
  }

  /// Why a date function may not be given a text; nil if it may.
  static func impurity(of text: String, isMoment: Bool) -> String? {
    // A date function reads up to the first zero.
    switch text.prefix(while: { $0 != "\0" }).asciiLowercased {
    case "now": Self.present("now")
    case "subsec" where isMoment: Self.present("subsec")
    case "subsecond" where isMoment: Self.present("subsecond")
    case "localtime", "utc":
      "'\(text)' depends on the computer's time zone and cannot be used in an expression"
    default: nil
    }
  }
}

extension SQLFunctions {
  private static func present(_ word: String) -> String {
    "'\(word)' changes by itself and cannot be used in an expression; use :now"
  }
}

extension Substring {
  fileprivate var asciiLowercased: String { String(self).asciiLowercased }
}
