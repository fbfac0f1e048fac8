internal import CommandLanguage
internal import Interactors
internal import Records
internal import Replies
internal import Validation
internal import Workspace

extension Property {
  init(_ syntax: PropertySyntax, zoneOffset: @escaping (Int) -> Int) throws(Diagnostic) {
    var property = Property(
      syntax.name.value, syntax.kind.value, isOptional: syntax.isOptional,
      isKey: syntax.key != nil, isTitle: syntax.title != nil, isUnique: syntax.unique != nil,
      unit: syntax.unit?.value, prefix: syntax.prefix?.value,
      isGrouped: syntax.grouped != nil, onDelete: syntax.onDelete.map { OnDelete($0.value) },
      listRole: syntax.listRole.map { ListRole($0.value) } ?? .refers,
      computation: syntax.computed?.line)
    if case .owned(let name)? = syntax.listRole?.value { property.ownerName = name }
    let kind = property.kind
    if let range = syntax.range {
      var bounds: [Value?] = []
      for bound in [range.lower, range.upper] {
        bounds.append(
          try bound.flatMap { bound throws(Diagnostic) in
            try Value(literal: bound, for: kind, zoneOffset: zoneOffset)
          })
      }
      property.range = ValueRange(bounds[0], bounds[1])
    }
    if let length = syntax.length {
      property.length = LengthRange(
        minimum: length.lower?.value ?? 0, maximum: length.upper?.value)
    }
    property.pattern = try syntax.pattern.map { pattern throws(Diagnostic) in
      try TextPattern(pattern)
    }
    property.givenDefault = try syntax.initial.map { initial throws(Diagnostic) in
      try Default(initial, for: kind, zoneOffset: zoneOffset)
    }
    do {
      self = try property.consistent()
    } catch {
      // The kind that the user probably misspelled as a type, to which the clause may apply.
      var meant: String?
      if case .reference(let type) = kind {
        meant = PropertyKind.meant(by: type)
      }
      throw Diagnostic(
        .value, error.message, at: syntax.span(of: error.part),
        hint: meant.map { "did you mean \"\($0)\"?" }, candidates: meant.map { [$0] } ?? [])
    }
  }
}

extension Property.Default {
  fileprivate init(
    _ syntax: Spanned<ValueSyntax>, for kind: PropertyKind, zoneOffset: @escaping (Int) -> Int
  ) throws(Diagnostic) {
    switch syntax.value {
    // For kinds without a clock, `today` and `now` are texts.
    case .word("today") where kind.clock != nil: self = .today
    case .word("now") where kind.clock != nil: self = .now
    case .word("next") where kind == .integer: self = .next
    case .expression(let expression): self = .calculated(expression.line)
    default:
      guard let value = try Value(literal: syntax, for: kind, zoneOffset: zoneOffset) else {
        throw Diagnostic(.value, "a default cannot be nil", at: syntax.span)
      }
      self = .value(value)
    }
  }
}

extension Property.OnDelete {
  fileprivate init(_ syntax: OnDeleteSyntax) {
    self =
      switch syntax {
      case .refuse: .refuse
      case .clear: .clear
      case .cascade: .cascade
      }
  }
}

extension Property.ListRole {
  fileprivate init(_ syntax: ListRoleSyntax) {
    self =
      switch syntax {
      case .owned: .owns
      case .inverse(let property): .inverse(of: property)
      }
  }
}

extension PropertySyntax {
  fileprivate func span(of part: DefinitionError.Part?) -> SourceSpan {
    let span: SourceSpan? =
      switch part {
      case .kind: kind.span
      case .range: range?.span
      case .length: length?.span
      case .pattern: pattern?.span
      case .initial: initial?.span
      case .unit: unit?.span
      case .prefix: prefix?.span
      case .grouping: grouped
      case .deletion: onDelete?.span
      case .role: listRole?.span
      case .computation: computed?.span
      case .title: title
      case nil: nil
      }
    return span ?? self.span
  }
}

extension TextPattern {
  fileprivate init(_ syntax: Spanned<String>) throws(Diagnostic) {
    do {
      try self.init(syntax.value)
    } catch {
      // The error counts Unicode scalars, but a source position counts characters.
      let before = String(
        String.UnicodeScalarView(syntax.value.unicodeScalars.prefix(error.offset)))
      let start = syntax.span.start
      let place = SourcePosition(line: start.line, column: start.column + before.count)
      throw Diagnostic(
        .value, error.message, at: SourceSpan(start: place, end: syntax.span.end))
    }
  }
}

extension Resolver {
  /// Throws if no text of the required length matches a pattern. Checked here, because the length
  /// is in characters, which can have several Unicode scalars.
  func checkLengths(_ properties: [(Property, PropertySyntax)]) throws(Diagnostic) {
    for (property, syntax) in properties {
      guard let pattern = property.pattern, let length = property.length,
        let grammar = FieldFormat(property).grammar as? PatternGrammar, grammar.isEmpty
      else { continue }
      throw Diagnostic(
        .value, "no text of \(length.words) matches \(pattern)",
        at: syntax.pattern?.span ?? syntax.span)
    }
  }

  func checkDefaults(_ properties: [(Property, PropertySyntax)]) throws(Diagnostic) {
    for (property, syntax) in properties {
      guard case .value(.reference(let id)) = property.givenDefault,
        try !inWorkspace(reader.exists(id))
      else {
        continue
      }
      throw Diagnostic(
        .name, "there is no \(id), so it cannot be the default",
        at: syntax.initial?.span ?? syntax.span)
    }
  }
}
