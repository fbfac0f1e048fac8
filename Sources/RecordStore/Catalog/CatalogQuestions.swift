internal import SQLEngine
internal import Values

enum CatalogQuestions {
  static let application = Database.applicationQuestion
  static let format = "PRAGMA user_version"
  static let notedFormat = "SELECT v FROM wb_state WHERE k = 'version'"
  static let notedTriggers = "SELECT v FROM wb_state WHERE k = 'triggers'"
  static let strangeTables = """
    SELECT name FROM sqlite_schema
    WHERE lower(name) GLOB 'wb_*' AND name <> '\(Schema.foreignView.name)'
      AND (type = 'view' OR type = 'table' AND rootpage = 0)
    """
  static let triggers = """
    SELECT name, tbl_name, sql FROM sqlite_schema
    WHERE type IN ('trigger', 'index') AND name GLOB 'wb_*'
    """
  static let definitions = "SELECT object, new FROM wb_def WHERE tx <= ?1 ORDER BY seq"
  static let types =
    "SELECT id, name, dropped_tx, tbl FROM wb_type WHERE id NOT IN "
    + "(SELECT type FROM wb_prop WHERE kind GLOB 'List(*') ORDER BY id"

  static func properties(isPresent: Bool) -> String {
    "SELECT type, id, name, kind FROM wb_prop\(isPresent ? " WHERE dropped_tx IS NULL" : "") "
      + "ORDER BY id"
  }

  /// The first queries after opening, which are sent in one round trip.
  static var first: [EngineQuestion] {
    [
      Database.tablesQuestion, application, format, notedFormat, notedTriggers, strangeTables,
      types, properties(isPresent: true), triggers,
    ].map { EngineQuestion($0) } + [EngineQuestion(definitions, [.integer(.max)])]
  }
}
