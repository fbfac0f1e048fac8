public import Records

extension Template {
  private struct Scope {
    enum Content {
      case type(RecordType)
      case value(PropertyKind)
      /// A type that is not known; any name is accepted.
      case unknown
    }

    var content: Content
    /// Whether the scope is a list item, which has an index; nil if unknown.
    var isItem: Bool? = false
    var altered: String?

    static let unknown = Scope(content: .unknown, isItem: nil)
  }

  /// The shape of a tag's value before functions are applied (nil if unknown), and the scope of
  /// names in its section.
  private struct Meaning {
    var shape: TemplateShape?
    /// The kind of the value, or of the list's items; nil if unknown.
    var kind: PropertyKind?
    var content: Scope.Content
    /// Whether the value is a Boolean, whose section does not open a new scope.
    var isFlag = false

    static let unknown = Meaning(shape: nil, content: .unknown)
  }

  /// Checks that all names are properties of the type or of types that it refers to, that all
  /// functions can be applied to their arguments, and that all patterns fit their values.
  ///
  /// - Parameters:
  ///   - types: finds a type; nil for one that is not defined yet, whose names are not checked.
  ///   - altered: the name of an altered type that had a property `number`. In its records,
  ///     `{{number}}` must be a property, not the number of a list item; otherwise a template that
  ///     needs the removed property would not be found.
  /// - Throws: ``TemplateError`` for the first invalid tag.
  public func check(
    for type: RecordType, types: (String) -> RecordType?, altered: String? = nil
  ) throws(TemplateError) {
    try Self.check(nodes, in: [Scope(content: .type(type), altered: altered)], types)
  }

  private static func check(
    _ nodes: [TemplateNode], in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text, .newline: break
      case .value(let tag):
        _ = try inner(of: tag, in: scopes, types)
        try checkPattern(of: tag, in: scopes, types)
      case .section(let tag, let isInverted, let nodes):
        var (scope, isOfList) = try inner(of: tag, in: scopes, types)
        if isInverted {
          // An inverted section has no scope of its own, because its value is missing. The index in
          // a list is available only directly in the list's section.
          scope = scopes[scopes.count - 1]
          if isOfList { scope.isItem = false }
        }
        try check(nodes, in: scopes + [scope], types)
      }
    }
  }

  private static func inner(
    of tag: TemplateTag, in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) -> (scope: Scope, isOfList: Bool) {
    let scope = scopes[scopes.count - 1]
    if let place = tag.place {
      if scope.isItem == false { throw tag.error(.misplaced(place.rawValue)) }
      return (scope, false)
    }
    let meaning = try meaning(of: tag, in: scopes, types)
    guard let argument = meaning.shape else { return (.unknown, false) }
    func inside(_ content: Scope.Content, isItem: Bool = false) -> Scope {
      Scope(content: content, isItem: isItem, altered: scope.altered)
    }
    if meaning.isFlag, tag.functions.isEmpty { return (scope, false) }
    switch try tag.shape(of: argument) {
    case .flag: return (scope, false)
    case .number: return (inside(.value(.integer)), false)
    case .list: return (inside(meaning.content, isItem: true), true)
    case .value:
      // If a function of a single value returns a value, the value is a text.
      let isText = argument == .value && !tag.functions.isEmpty
      return (inside(isText ? .value(.text) : meaning.content), false)
    }
  }

  private static func checkPattern(
    of tag: TemplateTag, in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) {
    guard let pattern = tag.format?.pattern else { return }
    if tag.place != nil { throw tag.error(pattern, for: .integer) }
    let meaning = try meaning(of: tag, in: scopes, types)
    guard let argument = meaning.shape, var kind = meaning.kind else { return }
    switch try tag.shape(of: argument) {
    case .number: kind = .integer
    case .flag: kind = .boolean
    case .value where argument == .value && !tag.functions.isEmpty: kind = .text
    case .value, .list: break
    }
    if pattern.unfitting(kind) != nil { throw tag.error(pattern, for: kind) }
  }

  private static func meaning(
    of tag: TemplateTag, in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) -> Meaning {
    guard let first = tag.path.first, tag.path != TemplateTag.itself else {
      let content = scopes[scopes.count - 1].content
      switch content {
      case .unknown: return .unknown
      case .type(let type):
        return Meaning(shape: .value, kind: .reference(to: type.name), content: content)
      case .value(let kind): return Meaning(shape: .value, kind: kind, content: content)
      }
    }
    guard var property = try property(first, of: tag, in: scopes) else { return .unknown }
    for name in tag.path.dropFirst() {
      guard property.kind.isReference, let target = property.kind.recordType else {
        throw tag.error(.notAReference(property.name))
      }
      guard let type = types(target) else { return .unknown }
      guard let next = type[name] else {
        throw tag.error(.unknownName(name, type: type.name), candidates: type.names)
      }
      property = next
    }
    let kind = (property.item ?? property).kind
    return Meaning(
      shape: property.item == nil ? .value : .list, kind: kind,
      content: kind.recordType.map { types($0).map(Scope.Content.type) ?? .unknown }
        ?? .value(kind),
      isFlag: property.kind == .boolean)
  }

  private static func property(
    _ name: String, of tag: TemplateTag, in scopes: [Scope]
  ) throws(TemplateError) -> Property? {
    var known: [RecordType] = []
    for scope in scopes.reversed() {
      let counts = name == TemplateTag.number && tag.path.count == 1 && scope.isItem == true
      switch scope.content {
      case .type(let type):
        if let property = type[name] { return property }
        known.append(type)
        guard counts else { continue }
        if type.name != scope.altered { return Property(name, .integer) }
        throw tag.error(.unknownName(name, type: type.name), candidates: type.names)
      case .value:
        if counts { return Property(name, .integer) }
      case .unknown: return nil
      }
    }
    throw tag.error(
      .unknownName(name, type: known.first?.name ?? "the value"),
      candidates: known.flatMap(\.names))
  }
}

extension RecordType {
  fileprivate var names: [String] { properties.map(\.name) }
}
