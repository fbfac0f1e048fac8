internal import Expressions
internal import Records

struct Renaming {
  let type: String
  /// The new names, by old name.
  let names: [String: String]
  let gone: Set<String>
  /// Temporary names, by old name; the new names may still be in use.
  let passing: [String: String]
  /// New properties with a former name of another property.
  private let reused: Set<String>

  init(_ former: [AlteredProperty], _ next: [AlteredProperty], of type: RecordType) {
    var names: [String: String] = [:]
    var gone: Set<String> = []
    for old in former {
      guard let new = next.first(where: { $0.number == old.number }) else {
        gone.insert(old.property.name)
        continue
      }
      if new.property.name != old.property.name { names[old.property.name] = new.property.name }
    }
    self.type = type.name
    self.names = names
    self.gone = gone
    reused = Set(next.filter { $0.number == nil }.map(\.property.name))
      .intersection(former.map(\.property.name))
    passing = names.mapValues { "wb_renamed \($0)" }
  }

  func concerns(_ expression: RecordExpression) -> Bool {
    expression.tokens.contains { $0.name.map { names[$0] != nil || gone.contains($0) } ?? false }
  }

  func renamed(_ reads: Set<PropertyReference>) -> Set<PropertyReference> {
    Set(
      reads.map { read in
        // Also renames tables of references and the columns of owners and positions, whose names
        // contain the name of the list.
        for (old, new) in names {
          if read.type == ReferenceList.name(of: old, in: type) {
            return PropertyReference(ReferenceList.name(of: new, in: type), read.property)
          }
          let (former, next) = (
            ListLink(owner: type, list: old, number: 0), ListLink(owner: type, list: new, number: 0)
          )
          for column in [\ListLink.ownerColumn, \.positionColumn]
          where read.property == former[keyPath: column] {
            return PropertyReference(read.type, next[keyPath: column])
          }
        }
        guard read.type == type, let name = read.property.flatMap({ names[$0] }) else {
          return read
        }
        return PropertyReference(type, name)
      })
  }

  /// Returns the new name of each token that names a renamed property.
  ///
  /// - Parameter compile: Compiles an expression with temporary names for the renamed properties.
  /// - Throws: The error of `compile`, unless it is about the old name of a renamed property.
  func places(
    in expression: RecordExpression, _ compile: (RecordExpression) throws(StoreError) -> Void
  ) throws(StoreError) -> [Int: String] {
    var expression = expression
    var places: [Int: String] = [:]
    while true {
      do {
        try compile(expression)
        return places
      } catch {
        guard let place = error.token, expression.tokens.indices.contains(place),
          let name = expression.tokens[place].name, let next = names[name],
          let passing = passing[name], places[place] == nil
        else { throw error }
        expression.tokens[place] = .quotedName(passing)
        places[place] = next
      }
    }
  }

  func passingNames(in expression: RecordExpression) -> [Int: String] {
    var places: [Int: String] = [:]
    for (place, token) in expression.tokens.enumerated() {
      guard let name = token.name, let old = names.first(where: { $0.value == name })?.key else {
        continue
      }
      places[place] = passing[old]
    }
    return places
  }

  /// Replaces the names of renamed properties by temporary names, also in inverses.
  func passing(_ types: [RecordType]) -> [RecordType] {
    types.map { type in
      let type = type.name == self.type ? passing(type) : type
      let properties = type.properties.map { property in
        guard property.kind.recordType == self.type, let inverse = property.inverse,
          let old = names.first(where: { $0.value == inverse })?.key, let name = passing[old]
        else { return property }
        var property = property
        property.listRole = .inverse(of: name)
        return property
      }
      return (try? RecordType(type.name, properties, isOlder: true)) ?? type
    }
  }

  /// Replaces the names of renamed properties, and old names that another property now uses, by
  /// temporary names.
  func passing(_ next: RecordType) -> RecordType {
    let names = Dictionary(
      self.names.compactMap { old, new in passing[old].map { (new, $0) } },
      uniquingKeysWith: { first, _ in first })
    let properties = next.properties.map { property in
      var property = property
      let isReused = reused.contains(property.name)
      property.name = names[property.name] ?? (isReused ? "wb_added " : "") + property.name
      return property
    }
    return (try? RecordType(next.name, properties, isOlder: true)) ?? next
  }
}

extension RecordExpression {
  func with(_ names: [Int: String]) -> RecordExpression {
    var result = self
    for (place, name) in names { result.tokens[place] = .quotedName(name) }
    return result
  }
}
