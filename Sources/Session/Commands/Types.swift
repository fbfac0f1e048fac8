internal import RecordStore
internal import Records

extension Session {
  /// `types`: lists the types, and how many records each has.
  func listTypes() throws(Diagnostic) {
    say(.tableBegins([Column("type"), Column("records", isNumeric: true)]))
    for type in store.types {
      let count = try attempt(store.count(type.name, where: nil, []))
      say(.row([.text(type.name), .integer(count)]))
    }
    say(.tableEnds)
  }
}
