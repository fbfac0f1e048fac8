internal import Records
internal import SQLEngine

/// SQLite's date functions, but that a moment outside of the years 1 to 9999 is an error.
///
/// SQLite has NULL for it, which would empty a property, or a year that nobody can write.
final class CalendarFunctions {
  private let engines: any EngineSource
  /// A database in memory, on which SQLite's own functions run.
  private var connection: Connection?

  /// - Parameter engines: Makes the engine that has the functions of SQLite.
  init(_ engines: any EngineSource) {
    self.engines = engines
  }

  /// The function that stands for one of SQLite's.
  static func checked(_ name: String) -> String { "calendar_\(name)" }

  /// What ``checked(_:)`` returns for all of SQLite's.
  static let names = own.map(checked)

  private static let own = ["date", "time", "datetime", "strftime", "julianday", "unixepoch"]

  /// One function for each of SQLite's.
  var all: [SQLFunction] {
    Self.own.map { name in
      SQLFunction(Self.checked(name), nil) { [self] in call(name, $0) }
    }
  }

  private func call(_ name: String, _ arguments: any SQLArguments) -> SQLResult {
    let values = (0..<arguments.count).map { arguments[$0] }
    if values.contains(.null) { return .null }
    let moment = name == "strftime" ? 1 : 0
    guard values.count > moment else { return .failure("\(name)() takes a moment") }
    for index in moment..<values.count {
      guard let text = arguments.text(index) else { continue }
      if let message = SQLFunctions.impurity(of: text, isMoment: index == moment) {
        return .failure(message)
      }
    }
    do throws(StoreError) {
      let result = try run(name, values)
      let day = name == "date" || name == "datetime" ? result : try run("date", values[moment...])
      if let day = day.text, !day.hasPrefix("-"), !day.hasPrefix("0000") { return .value(result) }
      // A text or blob that is no moment has no date, with whatever modifiers.
      switch values[moment] {
      case .text, .blob:
        if day == .null, try run("date", [values[moment]]) == .null { return .null }
      case .null, .integer, .real: break
      }
      return .failure(SQLFunctions.calendarObjection(to: values[moment...].map(\.written)))
    } catch {
      return .failure(error.message)
    }
  }

  private func run(_ name: String, _ values: some Collection<SQLValue>) throws(StoreError)
    -> SQLValue
  {
    let connection = try calculator()
    let places = values.map { _ in "?" }.joined(separator: ", ")
    let statement = try connection.statement("SELECT \(name)(\(places))")
    try statement.bind(Array(values))
    guard try statement.step() else { return .null }
    defer { statement.reset() }
    return statement.column(0)
  }

  private func calculator() throws(StoreError) -> Connection {
    if let connection { return connection }
    let connection = try Connection(to: .memory, busyTimeout: 0, by: engines)
    self.connection = connection
    return connection
  }
}
