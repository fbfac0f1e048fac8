internal import RecordStore
internal import Records
package import Values

/// The functions of expressions as a machine has them that runs the statements of sessions elsewhere.
package enum RemoteFunctions {
  /// The function by which a session says in which locale its fields show values.
  private static let locale = "wb_session_locale"

  /// What a connection of a session begins with.
  package static func greeting(locale name: String) -> String {
    "SELECT \(locale)(\(name.asSQLText))"
  }

  /// The notation of the session at the other end.
  private final class Setting {
    var notation = Notation(locale: "en_US")
  }

  /// The functions for one connection, which begins in American English.
  package static func all() -> [SQLFunction] {
    let setting = Setting()
    let shown = Store.functions(reading: StoreReader()) { value, property in
      setting.notation?.text(of: value, property) ?? value.description
    }
    return shown + [
      SQLFunction(locale, 1) { arguments in
        if let name = arguments.text(0), let notation = Notation(locale: name) {
          setting.notation = notation
        }
        return .null
      }
    ]
  }
}
