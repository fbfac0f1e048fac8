internal import RecordStore
internal import Records
package import Values

/// The SQL functions of a node that executes statements for remote sessions.
package enum RemoteFunctions {
  /// The function by which a session sets its locale.
  private static let locale = "wb_session_locale"

  /// The first statement of a session's connection.
  package static func greeting(locale name: String) -> String {
    "SELECT \(locale)(\(name.asSQLText))"
  }

  /// The notation of the remote session.
  private final class Setting {
    var notation = Notation(locale: "en_US")
  }

  /// The functions for one connection; the initial locale is American English.
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
