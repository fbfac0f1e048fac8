internal import RecordStore
package import Values
internal import Workspace

/// The SQL functions of a node that executes statements for remote sessions.
package enum RemoteFunctions {
  private static let locale = "wb_session_locale"

  package static func greeting(locale name: String) -> String {
    "SELECT \(locale)(\(name.asSQLText))"
  }

  private final class Setting {
    var notation = FieldNotation(locale: "en_US")
  }

  /// Creates the functions for one connection; the initial locale is American English.
  package static func all() -> [SQLFunction] {
    let setting = Setting()
    let shown = Store.functions(reading: StoreReader()) { value, property in
      setting.notation?.text(of: value, property) ?? value.description
    }
    return shown + [
      SQLFunction(locale, 1) { arguments in
        if let name = arguments.text(0), let notation = FieldNotation(locale: name) {
          setting.notation = notation
        }
        return .null
      }
    ]
  }
}
