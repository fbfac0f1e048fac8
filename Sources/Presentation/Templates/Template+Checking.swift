public import Records

extension Template {
  private struct Scope {
    enum Content {
      case type(RecordType)
      case value
      /// An unknown type, which may have any property.
      case unknown
    }

    var content: Content
    /// Only a list item has an index; nil if unknown.
    var isItem: Bool? = false

    static let unknown = Scope(content: .unknown, isItem: nil)
  }

  /// A tag's shape before functions are applied (nil if unknown), and the scope of names in its
  /// section.
  private struct Meaning {
    var shape: TemplateShape?
    var content: Scope.Content
    /// The section of a Boolean opens no new scope.
    var isFlag = false

    static let unknown = Meaning(shape: nil, content: .unknown)
  }

  /// Checks that all names are properties of the type or of types that it refers to, and that all
  /// functions can be applied to their arguments.
  ///
  /// - Parameter types: finds a type; nil for one that is not defined yet, whose names are not
  ///   checked.
  /// - Throws: ``TemplateError`` for the first invalid tag.
  public func check(
    for type: RecordType, types: (String) -> RecordType?
  ) throws(TemplateError) {
    try Self.check(nodes, in: [Scope(content: .type(type))], types)
  }

  private static func check(
    _ nodes: [TemplateNode], in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text, .newline: break
      case .value(let tag): _ = try inner(of: tag, in: scopes, types)
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
    if meaning.isFlag, tag.functions.isEmpty { return (scope, false) }
    switch try tag.shape(of: argument) {
    case .flag: return (scope, false)
    case .number: return (Scope(content: .value), false)
    case .list: return (Scope(content: meaning.content, isItem: true), true)
    case .value:
      // Functions turn a single value into text.
      let isText = argument == .value && !tag.functions.isEmpty
      return (Scope(content: isText ? .value : meaning.content), false)
    }
  }

  private static func meaning(
    of tag: TemplateTag, in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) -> Meaning {
    guard let first = tag.path.first, tag.path != TemplateTag.itself else {
      let content = scopes[scopes.count - 1].content
      if case .unknown = content { return .unknown }
      return Meaning(shape: .value, content: content)
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
    let target = (property.item ?? property).kind.recordType
    return Meaning(
      shape: property.item == nil ? .value : .list,
      content: target.map { types($0).map(Scope.Content.type) ?? .unknown } ?? .value,
      isFlag: property.kind == .boolean)
  }

  private static func property(
    _ name: String, of tag: TemplateTag, in scopes: [Scope]
  ) throws(TemplateError) -> Property? {
    var known: [RecordType] = []
    for scope in scopes.reversed() {
      switch scope.content {
      case .type(let type):
        if let property = type[name] { return property }
        known.append(type)
      case .value: break
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
