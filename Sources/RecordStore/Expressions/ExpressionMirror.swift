internal import Expressions
package import Records
package import SQLEngine

/// An empty in-memory database with the tables of the types, in which expressions are compiled.
///
/// It permits only reading these tables and calling known functions. Expressions are never executed
/// in it.
package final class ExpressionMirror {
  /// A class, because the engine keeps a reference to it.
  private final class Authorizer {
    var isBuilding = false
    /// Type names by table name.
    var types: [String: String] = [:]
    var reads: Set<PropertyReference> = []
    var denied: EngineAccess?

    func allows(_ access: EngineAccess) -> Bool {
      if isBuilding { return true }
      switch access {
      case .select: return true
      // Permitted, because the items come from the value passed to `json_each`.
      case .read("json_each", _, through: nil): return true
      case .read(let table, _, through: _) where SQLSteps.isName(table): return true
      case .read(let table, let property, let through)
      where types[table] != nil && through.map(SQLSteps.isName) ?? true:
        let type = types[table] ?? table
        reads.insert(
          PropertyReference(type, property.isEmpty || property == "id" ? nil : property))
        return true
      case .function(let name):
        if ExpressionFunction.isAllowed(name.asciiLowercased) { return true }
      case .read, .other: break
      }
      if denied == nil { denied = access }
      return false
    }
  }

  private let engine: any EngineMirror
  private let authorizer: Authorizer

  package convenience init(
    _ types: [RecordType], on engines: any EngineSource
  ) throws(StoreError) {
    try self.init(StoreSchema(types: types), on: engines)
  }

  init(
    _ schema: StoreSchema, on engines: any EngineSource
  ) throws(StoreError) {
    let authorizer = Authorizer()
    let references = schema.references
    authorizer.types = Dictionary(
      schema.types.map { ($0.name, $0.name) } + references.map { ($0.table, $0.type.name) },
      uniquingKeysWith: { first, _ in first })
    self.authorizer = authorizer
    do throws(EngineError) {
      engine = try engines.mirror(with: SQLFunctions.all(), isAllowed: authorizer.allows)
      authorizer.isBuilding = true
      defer { authorizer.isBuilding = false }
      try Self.make(
        schema.types.map { ($0, $0.name) } + references, among: schema.types, on: engine)
    } catch {
      throw StoreError(error)
    }
  }

  private static func make(
    _ tables: [(type: RecordType, name: String)], among types: [RecordType],
    on engine: any EngineMirror
  ) throws(EngineError) {
    // Uses `json_each` once, because SQLite creates a virtual table for it on first use, which
    // expressions must not do.
    try engine.execute("SELECT 1 FROM json_each('[]')")
    for (type, name) in tables {
      var columns = type.properties.filter { !$0.kind.isListOfRecords }.map {
        ", \($0.name.asSQLName) \(Storage($0).columnType)"
      }
      columns += ListLink.columnNames(of: type, among: types).map {
        ", \($0.asSQLName) INTEGER"
      }
      try engine.execute(
        "CREATE TABLE \(name.asSQLName)(id INTEGER PRIMARY KEY"
          + columns.joined() + ") STRICT")
    }
  }

  package struct Failure: Error {
    package var message: String
    /// The position of the error in the SQL, in bytes, if known.
    var offset: Int?
    /// SQLite's extended result code; 0 for errors of the mirror itself.
    var code = 0
  }

  package func reads(of sql: String) throws(Failure) -> Set<PropertyReference> {
    authorizer.reads = []
    authorizer.denied = nil
    let isReadOnly: Bool
    do {
      isReadOnly = try engine.compile(sql)
    } catch {
      if let denied = authorizer.denied { throw Failure(denied) }
      throw Failure(message: error.message, offset: error.offset, code: error.code)
    }
    if let denied = authorizer.denied { throw Failure(denied) }
    guard isReadOnly else { throw Failure(message: "an expression cannot change the database") }
    return authorizer.reads
  }
}

extension ExpressionMirror.Failure {
  fileprivate init(_ denied: EngineAccess) {
    message =
      switch denied {
      case .function(let name): "\(name.asciiLowercased)() cannot be used in an expression"
      case .select, .read, .other: "an expression can only read records"
      }
  }
}
