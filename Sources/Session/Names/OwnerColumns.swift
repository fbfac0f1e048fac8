internal import RecordStore
internal import Records

/// The columns of a file that contain the owners of its records.
struct OwnerColumns {
  private static let name = "owner"

  let columns: [(name: String, list: OwningList)]

  /// If only one list can own the records, its column is named `owner`, unless a property has this
  /// name. Otherwise, the columns get names like `Order.lines`. A name given with `owned as` takes
  /// precedence.
  init(of type: RecordType, among types: [RecordType]) {
    let lists = OwningList.lists(owning: type.name, among: types)
    let isFree = !type.properties.contains { $0.name.lowercased() == Self.name }
    columns = lists.map { list in
      let name = lists.count == 1 && isFree ? Self.name : "\(list.owner).\(list.list)"
      return (list.givenName ?? name, list)
    }
  }
}
