internal import RecordStore
internal import Records

/// The `alter` commands that change one definition of a type into another.
///
/// If records got values in the same transaction, there are two commands: the first accepts any
/// values, and the second establishes the final definition after the records have their values.
struct ScriptedAlteration {
  /// The type between the two commands, without the emptied properties.
  private(set) var passing: RecordType
  /// Properties whose values the first command removes, so that all records need new values.
  private(set) var emptied: [Property] = []
  /// Lists that the first command adds again. Until the script moves their items, these are in the
  /// former lists, which the second command drops.
  private(set) var renewedLists: [Property] = []
  private(set) var listNames: [String: String] = [:]
  private var firstSteps: [String] = []
  private var lastSteps: [String] = []

  private let old: PastType
  private let new: PastType
  private let isDirect: Bool
  private var names: [Int: String] = [:]
  /// The numbers of properties that are added, or removed and added again to restore their order.
  private var coming: Set<Int> = []

  init(
    from old: PastType, to new: PastType, hasChanges: Bool, filledLists: Set<String> = []
  ) {
    self.old = old
    self.new = new
    passing = new.type
    let former = Dictionary(
      zip(old.numbers, old.type.properties), uniquingKeysWith: { first, _ in first })
    names = former.mapValues(\.name)
    coming = Set(new.numbers.filter { former[$0] == nil })
    // An added property is normally the last one, but a property restored by an undo returns to its
    // former position.
    let first = coming.min() ?? .max
    let moved = Set(new.numbers.filter { $0 > first }).subtracting(coming)
    coming.formUnion(moved)
    isDirect =
      !hasChanges && moved.isEmpty
      && zip(new.numbers, new.type.properties).allSatisfy { number, property in
        former[number].map { !property.hasOtherValues(than: $0) } ?? true
      }
    drop(but: filledLists)
    rename()
    change(former)
    for (number, property) in zip(new.numbers, new.type.properties) where coming.contains(number) {
      let next = isDirect ? property : property.loosened
      firstSteps.append("add \(next.definition)")
      if next != property { lastSteps.append("change \(property.definition)") }
      guard moved.contains(number) else { continue }
      if property.isStored { emptied.append(property) }
      if property.ownsRecords { renewedLists.append(property) }
    }
    for property in old.type.properties where property.kind.isListOfRecords {
      guard let number = old.number(of: property), let name = names[number] else { continue }
      listNames[property.name] = name
      if !new.numbers.contains(number) || coming.contains(number) {
        lastSteps.append("drop \(name.asName)")
      }
    }
    guard !isDirect else { return }
    let properties = new.type.properties.filter { !emptied.contains($0) }.map { property in
      keepsConditions(property, former) ? property : property.loosened
    }
    passing = (try? RecordType(new.type.name, properties, isOlder: true)) ?? new.type
  }

  var first: String? { Self.command(new.type, firstSteps) }

  var last: String? { Self.command(new.type, lastSteps) }

  private static func command(_ type: RecordType, _ steps: [String]) -> String? {
    steps.isEmpty ? nil : "alter \(type.name.asName) { \(steps.joined(separator: ", ")) }"
  }

  func formerName(of list: Property) -> String? {
    new.number(of: list).flatMap { names[$0] }
  }

  private mutating func drop(but filledLists: Set<String>) {
    for (number, property) in zip(old.numbers, old.type.properties) {
      guard !new.numbers.contains(number) || coming.contains(number) else { continue }
      // Keep an owned list that has items, because they may still be deleted or moved.
      guard !property.ownsRecords || !filledLists.contains(property.name) else { continue }
      firstSteps.append("drop \(property.name.asName)")
      names[number] = nil
    }
  }

  private mutating func rename() {
    var wanted: [(number: Int, name: String)] = []
    for number in old.numbers where names[number] != nil {
      if !coming.contains(number), let property = new.property(number) {
        wanted.append((number, property.name))
      } else if new.type.properties.contains(where: { $0.name.isSameName(as: names[number]) }) {
        // Rename this list, which is dropped last.
        rename(number, to: freeName(like: names[number] ?? ""))
      }
    }
    wanted.removeAll { names[$0.number] == $0.name }
    while let place = wanted.firstIndex(where: { !isTaken($0.name, but: $0.number) })
      ?? wanted.indices.first
    {
      let (number, name) = wanted[place]
      guard isTaken(name, but: number) else {
        rename(number, to: name)
        wanted.remove(at: place)
        continue
      }
      rename(number, to: freeName(like: name))
    }
  }

  private mutating func rename(_ number: Int, to name: String) {
    firstSteps.append("rename \((names[number] ?? "").asName) to \(name.asName)")
    names[number] = name
  }

  private func isTaken(_ name: String, but number: Int) -> Bool {
    names.contains { $0.key != number && name.isSameName(as: $0.value) }
  }

  private func freeName(like name: String) -> String {
    let taken = Array(names.values) + new.type.properties.map(\.name)
    var free = name + "_"
    while taken.contains(where: { free.isSameName(as: $0) }) { free += "_" }
    return free
  }

  private mutating func change(_ former: [Int: Property]) {
    for (number, property) in zip(new.numbers, new.type.properties) {
      guard var present = former[number], !coming.contains(number) else { continue }
      let losesValues = property.hasOtherValues(than: present)
      present.name = property.name
      let next = isDirect || keepsConditions(property, former) ? property : property.loosened
      if present != next || losesValues {
        var step = "change \(next.definition)"
        if !isDirect, losesValues || present.isComputed {
          step += next.kind.isList ? " using ('[]')" : " using (nil)"
          if property.isStored { emptied.append(property) }
        }
        firstSteps.append(step)
      }
      if next != property { lastSteps.append("change \(property.definition)") }
    }
  }

  private func keepsConditions(_ property: Property, _ former: [Int: Property]) -> Bool {
    guard let number = new.number(of: property), var present = former[number],
      !coming.contains(number), !property.isComputed
    else { return false }
    present.name = property.name
    return present == property
  }
}

extension PastType {
  fileprivate func number(of property: Property) -> Int? {
    type.index(of: property.name).map { numbers[$0] }
  }

  fileprivate func property(_ number: Int) -> Property? {
    numbers.firstIndex(of: number).map { type.properties[$0] }
  }
}

extension Property {
  fileprivate func hasOtherValues(than other: Property) -> Bool {
    kind != other.kind || isStored != other.isStored || decimalDigits != other.decimalDigits
      || decimalDigits != nil && range != other.range
  }

  fileprivate var loosened: Property {
    if kind.isListOfRecords { return self }
    var property = self
    property.isOptional = !kind.isList
    (property.isKey, property.isTitle, property.isUnique) = (false, false, false)
    (property.length, property.pattern) = (nil, nil)
    (property.computation, property.givenDefault) = (nil, nil)
    // The range of a decimal can determine its digits.
    if decimalDigits == nil { property.range = nil }
    return property
  }
}

extension String {
  fileprivate func isSameName(as other: String?) -> Bool { lowercased() == other?.lowercased() }
}

extension [TypeChange] {
  /// Excludes changes caused by other changes: the new name of a property also appears in its
  /// inverse.
  var withInversesRenamed: [TypeChange] {
    var names: [String: [String: String]] = [:]
    for change in self {
      guard let old = change.old, let new = change.new else { continue }
      for (number, property) in zip(old.numbers, old.type.properties) {
        guard let place = new.numbers.firstIndex(of: number),
          new.type.properties[place].name != property.name
        else { continue }
        names[new.type.name, default: [:]][property.name] = new.type.properties[place].name
      }
    }
    guard !names.isEmpty else { return self }
    return compactMap { change in
      guard var old = change.old, let new = change.new else { return change }
      let properties = old.type.properties.map { property in
        guard let inverse = property.inverse, let items = property.kind.recordType,
          let name = names[items]?[inverse]
        else { return property }
        var property = property
        property.listRole = .inverse(of: name)
        return property
      }
      old.type = (try? RecordType(old.type.name, properties, isOlder: true)) ?? old.type
      return old == new ? nil : TypeChange(old: old, new: new)
    }
  }
}
