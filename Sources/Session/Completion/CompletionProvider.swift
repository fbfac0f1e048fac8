internal import CommandLanguage
internal import Interactors
internal import Presentation
internal import RecordStore
internal import Records
internal import Validation
internal import Workspace

/// A candidate is not offered if it requires data that the store does not contain.
struct CompletionProvider {
  let session: Session
  let word: String
  /// The word without its opening quotation mark and with escapes decoded; nil if the word does not
  /// begin with a quotation mark, or ends inside an escape.
  let openText: String?

  func candidates(_ alternatives: Set<CompletionCategory>) -> [Completion] {
    let matching = beginning(alternatives.flatMap(completions))
    var candidates: [String: Completion] = [:]
    for candidate in matching + (alternatives.contains(.file) ? files : []) {
      let isWhole = candidates[candidate.text]?.isWhole ?? true
      candidates[candidate.text] = Completion(
        candidate.text, isWhole: isWhole && candidate.isWhole, shown: candidate.shown,
        found: candidate.found)
    }
    return candidates.values.sorted { $0.text < $1.text }
  }

  private func beginning(_ all: [Completion]) -> [Completion] {
    let exact = all.filter { $0.found.unicodeScalars.starts(with: word.unicodeScalars) }
    guard exact.isEmpty else { return exact }
    let folded = word.lowercased().unicodeScalars
    return all.filter { $0.found.lowercased().unicodeScalars.starts(with: folded) }
  }

  private func completions(of expectation: CompletionCategory) -> [Completion] {
    switch expectation {
    case .word(let word): [Completion(word)]
    case .sign(let sign): [Completion(sign, isWhole: Self.spacedSigns.contains(sign))]
    case .verb(let verb): isPossible(verb) ? [Completion(verb)] : []
    case .option(let option): [Completion("--" + option)]
    case .type: session.store.schema.types.map { Completion(name($0.name)) }
    case .ruleOwner(let owners): ruleOwners(owners)
    case .rule(let type): session.store.schema.rules(of: type).map { Completion(name($0.name)) }
    case .record(let use): records(use)
    case .number(let type): numbers(of: type)
    case .key(let type): keys(of: type)
    case .property(let owner): properties(of: owner).map { Completion(name($0.name)) }
    case .listProperty(let owner): listProperties(of: owner)
    case .place(let path): places(in: path)
    case .assignment(let owner, let given): assignments(of: owner, except: given)
    case .value(let owner, let property): values(of: owner, property)
    case .item(let owner, let property): items(of: owner, property)
    case .definedOperand(let property): [Completion(name(property))]
    case .expression(let start): continuations(of: start)
    case .sql(let rest): sqlContinuations(before: rest)
    case .sessionName: sessionNames
    case .interactor(let choice): interactors(choice)
    case .part(let form, let choice): parts(of: form, choice)
    case .clause(let clause, let property): hasClause(clause, property) ? [Completion(clause)] : []
    case .local(let path): isDate(path) ? [Completion("local")] : []
    case .grouped(let path): isGroupable(path) ? [Completion("grouped")] : []
    case .format(let path): isNumber(path) ? [Completion("format")] : []
    case .condition(let type):
      session.store.schema.type(named: type) == nil ? [] : [Completion("where")]
    case .view(let choice): views(choice).map { Completion(name($0)) }
    case .topic:
      // There are many functions, so offer them only if the user has typed the start of a word.
      (Topic.all.map(\.name) + PropertyKind.names
        + (word.isEmpty ? [] : ExpressionFunction.all.map(\.name)))
        .map { Completion($0) }
    case .locale: locales
    case .actor: actors
    case .transaction: transactions
    // File names are matched separately.
    case .file: []
    }
  }

  private static let spacedSigns: Set<String> = ["=", ",", "{", "}", ":"]

  private func isPossible(_ word: String) -> Bool {
    // A word that is not a verb is a user command.
    guard let verb = Session.verbs.named(word) else { return true }
    if verb.changesRecords, session.configuration.isReadOnly { return false }
    switch verb.occasion {
    case .always: return true
    case .insideTransaction: return session.store.journal.isInTransaction
    case .outsideTransaction: return !session.store.journal.isInTransaction
    }
  }

  private func ruleOwners(_ owners: CompletionCategory.RuleOwners) -> [Completion] {
    session.store.schema.types.filter { type in
      owners == .anyType || !session.store.schema.rules(of: type.name).isEmpty
    }
    .map { Completion(name($0.name) + ".", isWhole: false) }
  }

  private func hasClause(_ clause: String, _ property: PropertySyntax) -> Bool {
    let kind = property.kind.value
    switch clause {
    case "key":
      return (kind == .text || kind == .integer) && !property.isOptional
        && (property.initial == nil || property.formula != nil)
    case "matching", "title": return kind == .text
    case "unit", "prefix": return kind.isNumeric
    case "grouped": return kind.isGroupable
    case "in": return kind.hasRange
    case "length": return kind == .text
    case "=": return property.computed == nil && !kind.isListOfRecords
    case ":=": return property.initial == nil && property.key == nil && kind.isComputable
    case "on": return kind.isReference || kind.isListOfRecords && property.listRole == nil
    case "owned", "by":
      return kind.isListOfRecords && property.listRole == nil && property.onDelete == nil
    case "unique": return !kind.isList
    default: return true
    }
  }

  func name(_ name: String) -> String {
    word.hasPrefix("`") ? Self.quoted(name) : name.asName
  }

  static func quoted(_ name: String) -> String {
    "`" + name.unicodeScalars.map { $0 == "`" ? "``" : String($0) }.joined() + "`"
  }
}

package struct Completions: Hashable, Sendable {
  /// The range of the line that a candidate replaces, in Unicode scalars from 0; the range ends at
  /// the caret.
  package var range: Range<Int>
  /// The candidates, sorted and distinct.
  ///
  /// Each candidate, or the title of its record, begins with the text in the range; case is ignored
  /// if no candidate matches exactly. A file name can get quotation marks. For a record found by
  /// its title, the candidate is the record's key.
  package var candidates: [Completion]

  package init(range: Range<Int>, candidates: [Completion]) {
    self.range = range
    self.candidates = candidates
  }
}

package struct Completion: Hashable, Sendable {
  package var text: String
  /// Whether the prompt adds a space if this is the only candidate; false for texts that usually
  /// continue, for example `ann.` and `Schemas/`.
  package var isWhole: Bool
  /// The text shown in a list of candidates. It can be longer than `text`, for example with the
  /// parameters of a function.
  package var shown: String
  /// The text that the typed word must match. It differs from `text` if a record is found by its
  /// title.
  var found: String

  package init(
    _ text: String, isWhole: Bool = true, shown: String? = nil, found: String? = nil
  ) {
    self.text = text
    self.isWhole = isWhole
    self.shown = shown ?? text
    self.found = found ?? text
  }
}

extension CompletionProvider {
  private static let asked = 100
  private static let offered = 20

  var actors: [Completion] {
    let log = (try? session.store.history.log(limit: Self.asked)) ?? []
    return Set(log.map(\.actor) + [session.configuration.actor]).map { actor in
      let isWord = actor.asName == actor && !word.hasPrefix("\"")
      return Completion(isWord ? actor : Value.text(actor).literal)
    }
  }

  var transactions: [Completion] {
    let log = (try? session.store.history.log(limit: Self.offered)) ?? []
    return log.map { Completion("#\($0.transaction)") }
  }

  var locales: [Completion] {
    NumberSymbols.localeIdentifiers.map { Completion($0) }
  }

  /// The files whose names begin with the typed text. If a part of a name is typed and one name
  /// needs quotation marks, all names get them, so that they have a common prefix.
  var files: [Completion] {
    // A quoted text with invalid syntax is not a file name.
    guard let typed = openText ?? (word.hasPrefix("\"") ? nil : word) else { return [] }
    let slash = typed.unicodeScalars.lastIndex(of: "/")
    let directory = slash.map { String(typed.unicodeScalars[...$0]) } ?? ""
    let beginning = typed.unicodeScalars.dropFirst(directory.unicodeScalars.count)
    let path = session.configuration.files.path(directory, relativeTo: nil)
    let entries = session.configuration.files.entries(of: path)
      .filter { !$0.hasPrefix(".") || beginning.first == "." }
    var matching = entries.filter { $0.unicodeScalars.starts(with: beginning) }
    if matching.isEmpty {
      let folded = String(beginning).lowercased().unicodeScalars
      matching = entries.filter { $0.lowercased().unicodeScalars.starts(with: folded) }
    }
    let names = matching.map { directory + $0 }
    let areQuoted =
      openText != nil || !typed.isEmpty && names.contains(where: Self.needsQuotationMarks)
    return names.map { name in
      let isDirectory = name.hasSuffix("/")
      guard areQuoted || Self.needsQuotationMarks(name) else {
        return Completion(name, isWhole: !isDirectory)
      }
      let literal = Value.text(name).literal
      return Completion(isDirectory ? String(literal.dropLast()) : literal, isWhole: !isDirectory)
    }
  }

  private static func needsQuotationMarks(_ name: String) -> Bool {
    let signs: Set<Unicode.Scalar> = [";", "{"]
    let first: Set<Unicode.Scalar> = ["\"", "#", "-"]
    return name.unicodeScalars.contains {
      signs.contains($0) || $0.properties.isWhitespace || $0.properties.generalCategory == .control
    } || name.unicodeScalars.first.map(first.contains) ?? true
  }
}

extension Session {
  private func local(_ local: BlockSyntax.Local) -> (name: String, binding: Binding) {
    var type: RecordType?
    let vocabulary = CompletionProvider(session: self, word: "", openText: nil)
    if let owner = local.owner {
      type = vocabulary.type(of: owner)
      if case .record(.name(let name)) = owner, type == nil {
        type = store.schema.type(named: name.value)
      }
    }
    guard let type, let cursor = try? store.queries.select(RecordQuery(type.name, limit: 1)) else {
      return (local.name, .value(nil, of: nil))
    }
    let number = (try? cursor.next())?.number ?? 0
    return (local.name, .record(RecordID(type.name, number)))
  }

  /// Returns the candidates at the caret of a line being typed that follows the earlier lines of
  /// the open command.
  ///
  /// Every candidate is valid at the caret. The text after the caret is considered only in
  /// expressions and SQL.
  ///
  /// - Parameter caret: A zero-based offset in the line, in Unicode scalars.
  package func completions(in line: String, at caret: Int) -> Completions {
    let scalars = line.unicodeScalars
    let caret = min(max(0, caret), scalars.count)
    let before = String(String.UnicodeScalarView(scalars.prefix(caret)))
    // A lone `#` would begin a comment; with a digit after it, `#` can begin a transaction number.
    let isSign = before == "#" || before.hasSuffix(" #")
    let expectations =
      isSign
      ? runner.expectations(in: String(before.dropLast()), at: caret - 1)
      : runner.expectations(in: line, at: caret)
    let range = expectations.start..<caret
    let word = String(
      String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    let vocabulary = CompletionProvider(session: self, word: word, openText: expectations.openText)
    var candidates: [Completion] = []
    names.withLocals(.part, expectations.locals.map(local)) {
      candidates = vocabulary.candidates(expectations.alternatives)
    }
    return Completions(range: range, candidates: candidates)
  }
}

extension CompletionProvider {
  func interactors(_ choice: CompletionCategory.InteractorChoice) -> [Completion] {
    session.names.all.compactMap { name, binding in
      binding.interactor.flatMap { completion(self.name(name), $0, choice) }
    }
  }

  func parts(
    of syntax: InteractorSyntax, _ choice: CompletionCategory.InteractorChoice
  ) -> [Completion] {
    guard let form = (try? session.names.interactor(syntax)) as? BoundForm else { return [] }
    return form.parts.compactMap { part in
      guard case .part(let name) = part.title else { return nil }
      return completion(self.name(name), part, choice)
    }
  }

  private func completion(
    _ name: String, _ interactor: BoundInteractor, _ choice: CompletionCategory.InteractorChoice
  ) -> Completion? {
    let leadsOn = choice != .form && leads(interactor, to: choice)
    if fits(interactor, choice) { return Completion(name, isWhole: !leadsOn) }
    guard leadsOn else { return nil }
    return Completion(name + (interactor.kind == "list" ? "[" : "."), isWhole: false)
  }

  private func leads(
    _ interactor: BoundInteractor, to choice: CompletionCategory.InteractorChoice
  ) -> Bool {
    interactor.parts.contains { fits($0, choice) || leads($0, to: choice) }
  }

  private func fits(
    _ interactor: BoundInteractor, _ choice: CompletionCategory.InteractorChoice
  ) -> Bool {
    switch choice {
    case .any: true
    case .active: interactor.isActive
    case .inactive: !interactor.isActive
    case .form: interactor is BoundForm && !interactor.isPart
    case .nested: interactor.parent is BoundForm
    case .property: !interactor.isPart && (interactor as? BoundLabel)?.source == nil
    case .field: takesKeys(interactor)
    }
  }

  private func takesKeys(_ interactor: BoundInteractor) -> Bool {
    guard interactor.isActive else { return false }
    switch interactor {
    case let field as BoundField: return exists(field.record)
    case let form as BoundForm:
      return form.fields.contains { $0.isActive && exists($0.record) }
    default: return false
    }
  }

  func views(_ choice: CompletionCategory.ViewChoice) -> [String] {
    switch choice {
    case .formatter(let type):
      session.views.formatters.filter { type == nil || $0.type == type }.map(\.name)
    case .screen: session.views.screens.map(\.name)
    case .layout: session.layouts.names
    case .menuCommand: session.screens.presenter.menu.value.filter(\.isEnabled).map(\.command)
    case .anyCommand: MenuChoice.allCases.map(\.rawValue) + session.names.commands.map(\.name)
    case .ownCommand: session.names.commands.map(\.name)
    case .keptHandler: session.names.followed.handlers.filter(\.isKept).map(\.name)
    }
  }
}
