internal import CommandLanguage
internal import Interchange
internal import RecordStore
internal import Records
internal import Replies

/// What becomes of the columns of a file: which property each is of.
struct ImportedColumns {
  /// What becomes of a column.
  enum Target: Hashable {
    /// The place of a property in its type.
    case property(Int)
    /// The number of the record.
    case number
    case ignored
    /// No property has such a name.
    case unknown
  }

  /// What the file calls the number of a record.
  static let number = "ref"
  /// The column of the reasons why a row was not taken.
  static let reasons = CSVReader.reasons

  private(set) var targets: [Target]
  /// What is said of columns that are left out.
  private(set) var remarks: [String] = []
  private let names: [String]
  private let type: RecordType
  /// The column of each property, and of the number.
  private var columns: [Target: Int] = [:]
  /// The properties by their names without what does not matter in the name of a column.
  private let folded: [String: Int]

  /// Finds the properties of the columns.
  ///
  /// - Parameter map: what the command says of some columns; `nil` for a property leaves one out.
  /// - Throws: ``Diagnostic`` where the command names a column or property that is not there, or two
  ///   columns are of one property.
  init(
    _ names: [String], of type: RecordType, map: [ImportRequest.Mapping], _ resolver: Resolver
  ) throws(Diagnostic) {
    (self.names, self.type) = (names, type)
    targets = []
    folded = Dictionary(
      type.properties.enumerated().map { (Self.folded($1.name), $0) }
    ) { first, _ in first }
    let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    var given: [Int: Target] = [:]
    for mapping in map {
      guard let place = places[mapping.column.value] else {
        throw Diagnostic(
          unknown: "the file has no column \"\(mapping.column.value)\"", mapping.column,
          among: names)
      }
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
      let property = try resolver.property(name, of: type)
      if !property.ownsRecords { try property.checkIsGiven(at: name.span) }
      given[place] = type.index(of: property.name).map(Target.property)
    }
    for (place, name) in names.enumerated() {
      let target = given[place] ?? target(of: name)
      targets.append(target)
      guard target != .ignored, target != .unknown,
        let other = columns.updateValue(place, forKey: target)
      else { continue }
      let span = map.first { $0.column.value == name }?.column.span ?? map.first?.column.span
      let words =
        "the columns \"\(names[other])\" and \"\(name)\" would both be \(word(targets[place]))"
      throw span.map { Diagnostic(.name, words, at: $0) } ?? Diagnostic(.name, words)
    }
  }

  private func word(_ target: Target) -> String {
    if case .property(let index) = target { return type.properties[index].name.asName }
    return "the number of the record"
  }

  /// What a column is by its name: as it is, or but for case, blanks and hyphens.
  private mutating func target(of name: String) -> Target {
    if name == Self.reasons, type.index(of: name) == nil { return .ignored }
    if name == Self.number { return .number }
    guard let index = type.index(of: name) ?? folded[Self.folded(name)] else { return .unknown }
    let property = type.properties[index]
    if property.isComputed || property.inverse != nil {
      remarks.append(
        "column \"\(name)\" is left out: \(property.name.asName) is "
          + (property.isComputed ? "computed" : "the other side of what refers here"))
      return .ignored
    }
    return .property(index)
  }

  /// The column of a property or of the number of the record; nil where none is.
  func column(of target: Target) -> Int? { columns[target] }

  /// Whether a column of one name is of a property of the other.
  static func isSame(_ column: String, _ property: String) -> Bool {
    folded(column) == folded(property)
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().map { $0 == "-" || $0.isWhitespace ? "_" : String($0) }.joined()
  }

  /// The columns that are of no property, by their places.
  var unknown: [Int] { targets.indices.filter { targets[$0] == .unknown } }

  /// Leaves out the columns that are of no property.
  mutating func leaveOutUnknown() {
    for place in unknown { targets[place] = .ignored }
  }

  /// Says of a column that it is of no property, and what was meant.
  func obstacle(_ place: Int) -> (message: String, hint: String, candidates: [String]) {
    let name = names[place]
    let free = type.properties.enumerated().filter { columns[.property($0.offset)] == nil }
      .map(\.element.name)
    let meant = suggestion(for: name.lowercased(), among: free)
    let column = name.asName
    let advice =
      (meant.map { "did you mean \"\($0)\"? map \(column)=\($0.asName) takes it for that, " } ?? "")
      + "map \(column)=nil leaves it out"
    return (
      "\(type.name.asName) has no property \"\(name)\"", advice, meant.map { [$0] } ?? []
    )
  }

  /// The first property that a record must be given and that no column is of.
  var missing: Property? {
    type.properties.enumerated().first { index, property in
      property.isRequired && columns[.property(index)] == nil
    }?.element
  }
}
