internal import Records

struct TableMigration {
  /// Nil for a new or restored type.
  var before: Table?
  /// Nil for a dropped type.
  var after: Table?
  /// The intermediate table, with the columns of both tables and no constraints.
  let loose: Table
  /// Whether the schema text changes, not only the validation of values.
  let isRebuilt: Bool

  /// - Parameter isReplacing: Whether another table of the same name still exists.
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

  /// The temporary name of a column while another column may get its former name.
  static func passingName(of number: Int) -> String { "wb_old\(number)" }
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
