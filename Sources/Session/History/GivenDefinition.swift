internal import CommandLanguage
internal import RecordStore
internal import Records
internal import Replies

/// A command that altered or dropped a type, in a form that has the same effect in every session
/// and at any time.
struct GivenDefinition {
  private enum Change {
    case alter([AlterationSyntax], [Property?])
    case drop
  }

  let text: String
  private let type: String
  private let change: Change

  /// Nil unless the transaction has a single command that alters or drops a type.
  init?(
    _ entry: LogEntry, _ configuration: Configuration, _ verbs: Verbs
  ) throws(Diagnostic) {
    guard entry.kind != .undo, entry.kind != .redo, let text = entry.command,
      let command = try? verbs.command(text)
    else { return nil }
    switch CommandContent(command) {
    case .droppedType(let name)?:
      (type, change) = (name.value, .drop)
      self.text = "drop type \(type.asName)"
    case .alteration(let name, let alterations)?:
      var properties: [Property?] = []
      var steps: [String] = []
      for syntax in alterations {
        let property = try? syntax.property.map { syntax throws(Diagnostic) in
          try Property(syntax, zoneOffset: configuration.zoneOffset)
        }
        let conversion = syntax.conversion.map { " using (\($0.line))" } ?? ""
        properties.append(property)
        switch syntax.step {
        case .add: steps.append("add \(property?.definition ?? "")\(conversion)")
        case .change: steps.append("change \(property?.definition ?? "")\(conversion)")
        case .rename(let name, let next):
          steps.append("rename \(name.value.asName) to \(next.value.asName)")
        case .drop(let name): steps.append("drop \(name.value.asName)")
        }
      }
      (type, change) = (name.value, .alter(alterations, properties))
      self.text = "alter \(type.asName) { \(steps.joined(separator: ", ")) }"
    case .call, .query, .layout, .name, .standardInput, .storedCommand, .storedHandler, nil:
      return nil
    }
  }

  /// Whether the command alone has exactly these effects, regardless of the time and the user.
  func explains(_ types: [TypeChange], _ entries: [HistoryEntry]) -> Bool {
    guard types.count == 1, let old = types[0].old?.type, old.name == type,
      entries.allSatisfy({ $0.record.type == type })
    else { return false }
    switch change {
    case .drop: return types[0].new == nil && entries.allSatisfy { $0.new == nil }
    case .alter(let steps, let definitions):
      guard let new = types[0].new?.type else { return false }
      return leads(steps, definitions, from: old, to: new)
        && (entries.isEmpty || isTimeless(steps, definitions) && gives(entries, steps, new))
    }
  }

  private func leads(
    _ steps: [AlterationSyntax], _ definitions: [Property?], from old: RecordType,
    to new: RecordType
  ) -> Bool {
    var properties = old.properties
    for (step, definition) in zip(steps, definitions) {
      let place = properties.firstIndex { $0.name == step.name.value }
      switch step.step {
      case .add:
        guard let definition else { return false }
        properties.append(definition)
      case .change:
        guard let definition, let place else { return false }
        properties[place] = definition
      case .rename(_, let next):
        guard let place else { return false }
        properties[place].name = next.value
      case .drop:
        guard let place else { return false }
        properties.remove(at: place)
      }
    }
    // Formulas differ if properties that they read were renamed.
    return properties.count == new.properties.count
      && zip(properties, new.properties).allSatisfy { property, present in
        property == present
          || property.isComputed && present.isComputed && property.name == present.name
          || property.formula != nil && property.withoutFormula == present.withoutFormula
      }
  }

  private func isTimeless(_ steps: [AlterationSyntax], _ definitions: [Property?]) -> Bool {
    definitions.allSatisfy { definition in
      switch definition?.givenDefault {
      case .today, .now, .calculated, .next: false
      case .value, nil: true
      }
    }
      && steps.compactMap(\.conversion).flatMap(\.tokens).allSatisfy { token in
        switch token.kind {
        case .word(let word): !Self.clockWords.contains(word.lowercased())
        case .text(let text): text.lowercased() != "now"
        case .quotedName, .number, .date, .symbol: true
        case .sessionName: false
        }
      }
  }

  private static let clockWords: Set<String> = [
    "today", "now", "current_date", "current_time", "current_timestamp", "date", "time", "datetime",
    "julianday", "strftime", "timediff", "unixepoch",
  ]

  /// Whether the steps can have assigned these values: at most one for each record and property, in
  /// execution order.
  private func gives(
    _ entries: [HistoryEntry], _ steps: [AlterationSyntax], _ new: RecordType
  ) -> Bool {
    let names = Set(steps.map(\.name.value) + steps.compactMap(\.nextName?.value))
    var last = (property: -1, record: 0)
    for entry in entries {
      guard entry.event == .set, let name = entry.property, names.contains(name),
        let place = new.index(of: name), last < (place, entry.record.number)
      else { return false }
      last = (place, entry.record.number)
    }
    return true
  }
}

extension Property {
  fileprivate var withoutFormula: Property {
    var property = self
    property.formula = nil
    return property
  }
}
