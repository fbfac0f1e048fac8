internal import Records

/// How the table of a type changes with its definition.
struct TableMigration {
  /// The table as it was; nil for a type that comes, or comes back.
  var before: Table?
  /// The table as it is to be; nil for a type that goes.
  var after: Table?
  /// The table in between, with the columns of both and no conditions on them.
  let loose: Table
  /// Whether SQLite has it in another way; if not, only what its values have to be is another.
  let isRebuilt: Bool

  /// - Parameter isReplacing: Whether the table comes while another of its name is still there.
  init?(
    _ before: Table?, _ after: Table?, isReplacing: Bool = false, isRebuilt: Bool = true
  ) {
    guard let table = after ?? before else { return nil }
    self.before = before
    self.after = after
    self.isRebuilt = isRebuilt
    var columns: [TableColumn] = []
    for column in after?.columns ?? [] {
      let former = before?.column(ofNumber: column.number)
      let type = column.storage.columnType
      let isSame = former == nil || former?.storage.columnType == type
      columns.append(column.loosened(as: isSame ? type : "ANY"))
    }
    for column in before?.columns ?? [] where after?.column(ofNumber: column.number) == nil {
      let name = after == nil ? column.plainName : Self.passingName(of: column.number)
      columns.append(column.loosened(as: column.storage.columnType, named: name))
    }
    loose = Table(
      loosening: table, columns: columns,
      named: isReplacing ? "wb_new\(table.id)" : (before ?? table).plainName)
  }

  /// What a column is called while another may get its name.
  static func passingName(of number: Int) -> String { "wb_old\(number)" }
}

/// A value that does not fit the property that it is to be of.
struct Misfit {
  var record: RecordID
  /// The number of the property, in `wb_prop`; nil for the record itself.
  var property: Int?
  /// What was expected of it.
  var why: String
}

extension TableColumn {
  fileprivate func loosened(as type: String, named name: String? = nil) -> TableColumn {
    TableColumn(
      number: number,
      .loose(
        Loose(
          name: name ?? plainName, historyName: historyName, storage: storage, type: type)))
  }
}
