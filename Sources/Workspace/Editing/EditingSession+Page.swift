internal import Interactors
internal import Records
package import Replies
package import Validation
package import Values

/// The focused field, for a web page. Positions count UTF-16 code units, as in browsers.
package struct PageField: Hashable, Sendable {
  package var id: String
  package var text: String
  package var anchor: Int
  package var caret: Int
  package var isAcceptable: Bool
  package var reason: String?
  package var hint: String
  /// The characters of a keyboard that can be typed at the caret; nil unless requested.
  package var accepts: String?
  package var listed: ListedCandidates?
  package var completions: [String]
}

package struct PageTraits: Hashable, Sendable {
  package var keyboard: PropertyKind.Keyboard
  package var isNumber: Bool
  package var isProse: Bool
  package var capitalization: TextTraits.Capitalization
  package var hasLines: Bool
  package var isRequired: Bool
  package var choices: [String]
  /// The characters that can be typed somewhere in a number; nil for other fields.
  package var characters: String?
}

extension EditingSession {
  package func pageField(looksAhead: Bool) -> PageField {
    let interactor = field.interactor
    let state = interactor.state
    let places = utf16Places
    return PageField(
      id: field.partID, text: state.text, anchor: places[state.selection.anchor],
      caret: places[state.selection.caret], isAcceptable: interactor.fieldState.reason == nil,
      reason: interactor.fieldState.reason?.description, hint: hint,
      accepts: looksAhead ? accepts : nil, listed: listed, completions: candidates)
  }

  package var partID: String { field.partID }

  /// Whether changes would be lost if the editing were cancelled.
  package var hasWork: Bool { form?.interactor.hasEdits ?? field.interactor.hasOtherText }

  package var pageForm: EditedForm {
    if let form = drawnForm { return form }
    var drawn = EditedForm(title: field.name, hasLists: false, isInRow: false)
    drawn.sections = [EditedForm.Section(title: nil, parts: [ShownPart(field)])]
    return drawn
  }

  package var traits: [String: PageTraits] { PageTraits.byPart(form?.fields ?? [field]) }

  private var accepts: String {
    field.interactor.format.accepted(in: [field.interactor.state])
  }

  /// The boundaries of the displayed characters, as UTF-16 offsets.
  private var utf16Places: [Int] {
    let text = field.interactor.text
    return field.interactor.format.places(in: text).map { $0.utf16Offset(in: text) }
  }

  /// Selects a range of UTF-16 positions; a position inside a character moves to its end.
  package func select(utf16 anchor: Int, _ caret: Int) {
    goOn()
    let places = utf16Places
    func place(_ offset: Int) -> Int { places.firstIndex { $0 >= offset } ?? places.count - 1 }
    _ = press(.select(place(anchor), place(caret)))
  }

  package func replace(utf16 range: Range<Int>, with text: String, isTyped: Bool) -> Bool {
    let own = self.text
    func scalars(_ offset: Int) -> Int {
      let index = String.Index(utf16Offset: min(max(0, offset), own.utf16.count), in: own)
      return own.unicodeScalars.distance(from: own.startIndex, to: index)
    }
    let lower = scalars(range.lowerBound)
    return replace(lower..<max(lower, scalars(range.upperBound)), with: text, isTyped: isTyped)
  }

  /// Moves to another field of the form, even if the current field is incomplete. Returns false if
  /// the other field cannot be edited; ``hint`` then says why.
  package func focus(onPart id: String) -> Bool {
    guard let form, let target = form.fields.first(where: { $0.partID == id }) else {
      if field.partID != id { hint = "the field no longer exists" }
      return field.partID == id
    }
    if target === field { return true }
    goOn()
    return moving { () throws(WorkspaceError) in
      if let loss = try leaveDeletedRecord(of: form) { throw loss }
      if let obstacle = editing.obstacle(to: target, in: form) { throw obstacle }
      field.interactor.end(.onPassing())
      try editing.takeOver(field)
      if let blank = editing.blankRow(of: form), target.row?.form !== blank {
        try editing.dropBlankRow(of: form)
      }
      try editing.prepare(target, in: form)
      form.interactor.focus(on: target.interactor)
    }
  }
}

extension FieldFormat {
  private static let keyboard: [Unicode.Scalar] =
    (0x20...0x7E).compactMap(Unicode.Scalar.init) + ["\u{A0}", "\u{202F}", "’", "−"]

  fileprivate func accepted(in states: [EditState]) -> String {
    let scalars = Self.keyboard.filter { scalar in
      states.contains { state in
        let edit = Edit(range: state.selection.range, replacement: String(scalar), isTyped: true)
        return if case .rejected = outcome(of: edit, in: state) { false } else { true }
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension BoundField {
  var partID: String { "\(record.type)/\(record.number).\(partName)" }
}

extension PageTraits {
  package static func byPart(_ fields: [BoundField]) -> [String: PageTraits] {
    Dictionary(fields.map { ($0.partID, PageTraits($0)) }, uniquingKeysWith: { $1 })
  }

  /// Prose is edited in several lines if its maximum length is at least this number.
  private static let mostOfOneLine = 200

  fileprivate init(_ field: BoundField) {
    let (interactor, own) = (field.interactor, field.interactor.traits)
    let property = interactor.property
    keyboard = own.keyboard
    isNumber = own.alignment == .trailing
    isProse = own.correctsText
    capitalization = own.capitalization
    let most = property?.length?.maximum ?? 0
    hasLines =
      interactor.text.contains(where: \.isNewline)
      || property?.kind == .text && own.correctsText && most >= Self.mostOfOneLine
    isRequired = interactor.isRequired
    choices =
      switch property?.kind {
      case .choice(let names): names
      case .boolean: ["true", "false"]
      default: []
      }
    let states = ["", "1"].map { FieldEditor(format: interactor.format, text: $0).state }
    characters = isNumber ? interactor.format.accepted(in: states) : nil
  }
}

package struct ListedCandidates: Hashable, Sendable {
  package var texts: [String]
  /// The number of candidates that are not in `texts`.
  package var more: Int
  /// The index of the candidate that Return chooses; nil if the list has not been entered.
  package var chosen: Int?
}

struct CandidateList {
  private var chosen: Int?
  /// The text at which the user closed the list.
  private var closed: String?

  mutating func move(by count: Int, among candidates: Int) {
    let next = (chosen ?? -1) + count
    chosen = next < 0 ? nil : min(next, candidates - 1)
  }

  mutating func close(_ text: String) { (chosen, closed) = (nil, text) }

  func shown(of field: TextFieldInteractor) -> ListedCandidates? {
    guard field.hasEdits, closed != field.text else { return nil }
    let candidates = field.candidates
    guard !candidates.texts.isEmpty else { return nil }
    return ListedCandidates(
      texts: candidates.texts, more: candidates.count - candidates.texts.count,
      chosen: chosen.map { min($0, candidates.texts.count - 1) })
  }
}
