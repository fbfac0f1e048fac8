public import Records

extension Template {
  /// What a name can be looked up in while a template is checked.
  private enum Scope {
    case type(RecordType)
    /// A value that has no properties.
    case value
    /// Something that is not known yet, and may have any.
    case unknown
  }

  /// Whether every name is a property of the type, or of the types that it leads to.
  ///
  /// - Parameter types: finds a type; nil for one that is not defined yet, whose names are taken
  ///   on trust.
  /// - Throws: ``TemplateError`` of the first tag whose name is not.
  public func check(
    for type: RecordType, types: (String) -> RecordType?
  ) throws(TemplateError) {
    var scopes: [Scope] = [.type(type)]
    for tag in tags {
      switch tag.role {
      case .variable, .invertedSection:
        _ = try scope(of: tag, in: scopes, types)
        if tag.role == .invertedSection, let scope = scopes.last { scopes.append(scope) }
      case .section: scopes.append(try scope(of: tag, in: scopes, types))
      case .end: scopes.removeLast()
      }
    }
  }

  /// What the value of a tag is as a scope.
  private func scope(
    of tag: TemplateTag, in scopes: [Scope], _ types: (String) -> RecordType?
  ) throws(TemplateError) -> Scope {
    guard let first = tag.path.first, tag.path != TemplateTag.itself else {
      return scopes.last ?? .unknown
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
    guard let target = (property.item ?? property).kind.recordType else { return .value }
    return types(target).map(Scope.type) ?? .unknown
  }

  /// The property that the innermost scope has which has it; nil where that is not known.
  private func property(
    _ name: String, of tag: TemplateTag, in scopes: [Scope]
  ) throws(TemplateError) -> Property? {
    var known: [RecordType] = []
    for scope in scopes.reversed() {
      switch scope {
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
