internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// Replaces former property names in texts by current names.
///
/// A former name may now be the name of another property. Therefore the texts are resolved with the
/// former types, and a former name is first replaced by an unused name.
struct FormerNames {
  private typealias Step = (renames: Renames, resolver: Resolver)

  private let present: [String: [String: String]]
  private var steps: [Step] = []
  private var renames = Renames([:])

  /// - Parameters:
  ///   - changed: The changed types, before the change.
  ///   - types: All types before the change.
  ///   - numbers: For each changed type, the numbers of its former properties, in their order.
  init(
    of changed: [RecordType], among types: [RecordType], _ numbers: [String: [Int]],
    in store: Store, _ definitions: any DefinitionReader, _ resolver: Resolver
  ) throws(Diagnostic) {
    var present: [String: [String: String]] = [:]
    for type in changed {
      let names = Dictionary(
        store.schema.propertyNumbers(of: type.name).map { ($1, $0) }, uniquingKeysWith: { $1 })
      let former = zip(type.properties.map(\.name), numbers[type.name] ?? [])
      present[type.name] = Dictionary(
        former.compactMap { name, number in names[number].map { (name, $0) } },
        uniquingKeysWith: { $1 })
    }
    self.present = present
    var types = types
    var taken = Set((types + store.schema.types).flatMap(\.properties).map { $0.name.lowercased() })
    var moved: [String: String] = [:]
    for type in changed {
      let lives = present[type.name] ?? [:]
      var passing: [String: String] = [:]
      for name in type.properties.map(\.name) where lives[name] != name {
        if store.schema.type(named: type.name)?[name] != nil {
          var free = name + "_"
          while !taken.insert(free.lowercased()).inserted { free += "_" }
          passing[name] = free
        }
        if let next = lives[name] { moved.merge([passing[name] ?? name: next]) { $1 } }
      }
      guard !passing.isEmpty else { continue }
      types = types.map { $0.name == type.name ? $0.renamed(passing) : $0 }
      steps.append(
        (
          Renames(passing.filter { lives[$0.key] != nil }),
          Resolver(
            try attempt(Self.store(of: types, definitions)), after: 0, present: resolver)
        ))
    }
    renames = Renames(moved)
  }

  private static func store(
    of types: [RecordType], _ definitions: any DefinitionReader
  ) throws(StoreError) -> Store {
    let store = try Store(.memory, definitions: definitions, actor: "", clock: { 0 })
    let tx = try store.begin(TransactionEntry())
    for type in types { try tx.write.define(type.renamed([:])) }
    try tx.commit()
    return store
  }

  func names(of type: String) -> [String: String] { present[type] ?? [:] }

  func apply(
    to text: String, by context: CommandContext, _ use: (String) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    var text = text
    for step in steps {
      text = try step.renames.apply(to: text) { text throws(Diagnostic) in
        try RestoredLayout.checkNames(of: text, by: step.resolver, context)
      }
    }
    _ = try renames.apply(to: text, use)
  }
}

extension Resolver {
  func presentRecord(_ syntax: Spanned<RecordSyntax>) throws(Diagnostic) -> RecordID {
    try (past?.present ?? self).record(syntax)
  }

  func checkNames(in expression: ExpressionSyntax) throws(Diagnostic) {
    _ = try compile(expression, for: nil) { [self] path throws(Diagnostic) in
      let root: RecordID? =
        switch names[path.names[0].value] {
        case .record(let id), .value(.reference(let id)?, _): id
        default: nil
        }
      if let root, path.names.count > 1 {
        return (0, try target(of: PathSyntax(path), from: root).kind)
      }
      let (value, property) = try value(path)
      return (0, kind(of: path, value, property))
    }
  }
}

extension RecordType {
  fileprivate func renamed(_ names: [String: String]) -> RecordType {
    let properties = properties.map { property in
      var property = property
      property.name = names[property.name] ?? property.name
      property.formula = nil
      return property
    }
    return (try? RecordType(name, properties, isOlder: true)) ?? self
  }
}
