internal import Records

/// SQL that creates and fills the tables of a past state, in another database.
extension Table {
  func pastCreation(_ computed: ComputedColumns, isStrict: Bool = true) -> String {
    var columns = ["id INTEGER PRIMARY KEY"]
    for (index, property) in type.properties.enumerated() {
      if let column = computed[property.name] {
        columns.append(column.definition)
      } else if let place = place(ofProperty: index) {
        columns.append("\(self.columns[place].name) \(self.columns[place].storage.columnType)")
      }
    }
    for column in self.columns.dropFirst(propertyColumns.count) {
      columns.append("\(column.name) \(column.storage.columnType)")
    }
    return "CREATE TABLE \(name)(\(columns.joined(separator: ", ")))\(isStrict ? " STRICT" : "")"
  }

  var pastInsertion: String {
    let names = ["id"] + columns.map(\.name)
    return "INSERT OR IGNORE INTO \(name)(\(names.joined(separator: ", "))) VALUES("
      + names.map { _ in "?" }.joined(separator: ", ") + ")"
  }
}
