internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

struct ImportedColumns {
  enum Target: Hashable {
    case property(Int)
    case number
    /// The column contains the owners of the records.
    case owner(OwningList)
    case ignored
    case unknown
  }

  static let number = "ref"
  static let reasons = CSVReader.reasons

  private(set) var targets: [Target]
  private(set) var remarks: [String] = []
  private let names: [String]
  private let type: RecordType
  private let owners: OwnerColumns
  private var columns: [Target: Int] = [:]
  private let properties: PropertyNames

  /// - Parameters:
  ///   - map: The mappings of the command; a nil property skips the column.
  ///   - isLeftOut: Whether `--columns` skips the column at an index.
  /// - Throws: ``Diagnostic`` if a mapping is invalid, or if two columns would be imported as one
  ///   property. Other unknown columns are in ``unknown``.
  init(
    _ names: [String], of type: RecordType, map: [ImportRequest.Mapping], _ resolver: Resolver,
    leavingOut isLeftOut: (Int) -> Bool = { _ in false }
  ) throws(Diagnostic) {
    (self.names, self.type) = (names, type)
    owners = OwnerColumns(of: type, among: resolver.store.schema.types)
    targets = []
    properties = PropertyNames(of: type)
    let places = Dictionary(grouping: names.indices) { names[$0] }
    var given: [Int: Target] = [:]
    for mapping in map {
      let place = try Self.place(of: mapping, among: places, count: names.count)
      guard given[place] == nil else {
        throw Diagnostic(
          .name, "column \"\(mapping.column.value)\" is mapped twice", at: mapping.column.span)
      }
      guard let name = mapping.property else {
        given[place] = .ignored
        continue
      }
      if name.value == Self.number {
        given[place] = .number
        continue
      }
      if let owner = owners.columns.first(where: { $0.name == name.value }) {
        given[place] = .owner(owner.list)
        continue
      }
      let property = try resolver.property(name, of: type)
      if !property.ownsRecords { try property.checkIsGiven(at: name.span) }
      given[place] = type.index(of: property.name).map(Target.property)
    }
    for (place, name) in names.enumerated() {
      // Of several columns with the same name, those without a mapping are unknown, unless there is
      // only one.
      let isDoubled = places[name].map { $0.count { given[$0] == nil } > 1 } ?? false
      let target =
        given[place]
        ?? (isLeftOut(place) ? .ignored : isDoubled ? .unknown : target(of: name))
      targets.append(target)
      guard target != .ignored, target != .unknown,
        let other = columns.updateValue(place, forKey: target)
      else { continue }
      let span =
        map.first { $0.column.value == name || $0.position == place + 1 }?.column.span
        ?? map.first?.column.span
      let words =
        "the columns \"\(names[other])\" and \"\(name)\" would both be imported as "
        + word(targets[place])
      throw span.map { Diagnostic(.name, words, at: $0) } ?? Diagnostic(.name, words)
    }
  }

  private static func place(
    of mapping: ImportRequest.Mapping, among places: [String: [Int]], count: Int
  ) throws(Diagnostic) -> Int {
    let column = mapping.column
    if let position = mapping.position {
      if 1...max(1, count) ~= position { return position - 1 }
      throw Diagnostic(
        .name, "there is no column \(position); the file has \(count.count("column"))",
        at: column.span)
    }
    guard let same = places[column.value] ?? onlyPlaces(of: column.value, among: places) else {
      throw Diagnostic(
        unknown: "the file has no column \"\(column.value)\"", column, among: places.keys.sorted())
    }
    if same.count == 1 { return same[0] }
    throw Diagnostic(
      .name, words(same, column.value), at: column.span,
      hint: same.map { "\($0 + 1)=PROPERTY" }.joined(separator: ", "))
  }

  /// The indexes of the columns whose name is equal if case is ignored, and blanks and hyphens count
  /// as underscores; nil unless exactly one name is.
  private static func onlyPlaces(of name: String, among places: [String: [Int]]) -> [Int]? {
    let alike = places.filter { isSame($0.key, name) }
    return alike.count == 1 ? alike.first?.value : nil
  }

  private static func words(_ places: [Int], _ name: String) -> String {
    let positions = places.prefix(10).map { String($0 + 1) }.listed(with: "and")
    let both = places.count == 2 ? "both" : "all"
    return "the columns \(positions) are \(both) called \"\(name)\"; map them by position"
  }

  private func word(_ target: Target) -> String {
    switch target {
    case .property(let index): type.properties[index].name.asName
    case .owner(let list): "the owner of the record in \(list.owner.asName).\(list.list.asName)"
    case .number, .ignored, .unknown: "the number of the record"
    }
  }

  private mutating func target(of name: String) -> Target {
    if name == Self.reasons, type.index(of: name) == nil { return .ignored }
    if name == Self.number { return .number }
    guard let index = properties.index(of: name) else {
      let owner = owners.columns.first { Self.isSame(name, $0.name) }
      return owner.map { .owner($0.list) } ?? .unknown
    }
    let property = type.properties[index]
    if property.isComputed || property.inverse != nil {
      remarks.append(
        "column \"\(name)\" is skipped: \(property.name.asName) is "
          + (property.isComputed ? "computed" : "the inverse of another property"))
      return .ignored
    }
    return .property(index)
  }

  func column(of target: Target) -> Int? { columns[target] }

  static func isSame(_ column: String, _ property: String) -> Bool {
    PropertyNames.folded(column) == PropertyNames.folded(property)
  }

  var unknown: [Int] { targets.indices.filter { targets[$0] == .unknown } }

  mutating func leaveOutUnknown() {
    for place in unknown { targets[place] = .ignored }
  }

  func obstacle(_ place: Int) -> (message: String, hint: String, candidates: [String]) {
    let name = names[place]
    let free = type.properties.enumerated().filter { columns[.property($0.offset)] == nil }
      .map(\.element.name)
    let same = names.indices.filter { names[$0] == name }
    if same.count > 1 {
      return (
        Self.words(same, name),
        "`map \(place + 1)=PROPERTY` imports the column, and `map \(place + 1)=nil` skips the "
          + "column",
        []
      )
    }
    if targets.count == 1, let sign = ";|\t,".first(where: { name.contains($0) }) {
      let delimiter = Value.text(String(sign)).literal
      return (
        "the file has one column, \"\(name)\"", "--delimiter \(delimiter) separates columns", []
      )
    }
    let meant = suggestion(for: name.lowercased(), among: free)
    let column = name.asName == name ? name : Value.text(name).literal
    let advice =
      (meant.map { "did you mean \"\($0)\"? `map \(column)=\($0.asName)` imports the column, and " }
        ?? "")
      + "`map \(column)=nil` skips the column"
    return (
      "\(type.name.asName) has no property \"\(name)\"", advice, meant.map { [$0] } ?? []
    )
  }

  var missing: Property? {
    type.properties.enumerated().first { index, property in
      property.isRequired && columns[.property(index)] == nil
    }?.element
  }
}

struct PropertyNames {
  private let type: RecordType
  private let folded: [String: Int]

  init(of type: RecordType) {
    self.type = type
    folded = Dictionary(
      type.properties.enumerated().map { (Self.folded($1.name), $0) }
    ) { first, _ in first }
  }

  func index(of name: String) -> Int? { type.index(of: name) ?? folded[Self.folded(name)] }

  fileprivate static func folded(_ name: String) -> String {
    name.lowercased().map { $0 == "-" || $0.isWhitespace ? "_" : String($0) }.joined()
  }
}

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
