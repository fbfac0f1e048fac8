internal import Replies
internal import Session
internal import Synchronization
internal import Values
internal import Workspace

/// The form as last sent to the browser.
struct ShownForm {
  struct Drawing {
    var shape: Datum?
    var parts: [String: Datum] = [:]
    var field: [Datum.Entry] = []
  }

  var drawn = Drawing()
  /// The numbers of rejected messages, with reasons. Kept until the next message, because they may
  /// be lost with a connection.
  var refusals: [Datum] = []
  var areRefusalsSent = false
  /// Whether the form is a single field, edited in place on the screen.
  var isInline = false
}

extension TabKeyboard {
  func edit(_ editing: EditingSession) {
    let outer = form
    form = ShownForm()
    form.isInline =
      editing.form == nil
      && visit?.content?.fields.contains { $0.id == editing.partID } == true
    while !editing.isEnded {
      if isQuiet { draw(editing) }
      guard let message = next() else {
        if hasLeft {
          editing.cancel()
          break
        }
        editing.refresh()
        continue
      }
      take(message, editing)
      tab.hasWork.store(editing.hasWork, ordering: .relaxed)
    }
    tab.hasWork.store(false, ordering: .relaxed)
    send(
      "formEnd",
      [
        "form": .text(editing.form?.name ?? editing.name),
        "stored": .boolean(editing.form.map { $0.stored != nil } ?? true),
        "text": PageData.text(editing.form?.stored),
      ], isNumbered: true)
    form = outer
    forgetDrawing()
    noteChange()
  }

  private func take(_ message: TabMessage, _ editing: EditingSession) {
    if form.areRefusalsSent { (form.refusals, form.areRefusalsSent) = ([], false) }
    switch message.kind {
    case _ where form.isInline && !isPossible(message):
      note("this page does not support this action", isError: true)
    case .key:
      if let part = message.f, part != editing.partID {
        return refuse(message, "another field is being edited")
      }
      if !press(message, editing) { refuse(message, editing.hint) }
    case .focus:
      guard let part = message.f else { return }
      if form.isInline, part != editing.partID { return leave(editing, for: message) }
      if !editing.focus(onPart: part) { refuse(message, editing.hint) }
    case .open, .back:
      if form.isInline { return leave(editing, for: message) }
      if editing.hasWork, !agrees(to: "Leave the form and discard your changes?") {
        return refuse(message, "the form has changes")
      }
      editing.cancel()
      if message.kind == .open { hold(message) }
    case .answer: break
    default:
      if form.isInline { return leave(editing, for: message) }
      refuse(message, "store or cancel the form first")
      note("store or cancel the form first", isError: true)
    }
  }

  /// Leaves a field as Tab does, before the screen handles the message. Asks before discarding a
  /// text that could not be stored.
  private func leave(_ editing: EditingSession, for message: TabMessage) {
    if !editing.type(.tab) || !editing.isEnded {
      let reason = editing.hint
      if editing.text.isEmpty {
        note(reason, isError: true)
      } else if !agrees(to: "Leave this field without storing the text? \(reason)") {
        return refuse(message, reason)
      }
      editing.cancel()
    }
    hold(message)
  }

  /// Returns false if the key is rejected.
  private func press(_ message: TabMessage, _ editing: EditingSession) -> Bool {
    if let sel = message.sel, sel.count == 2 {
      let places = MovedPlaces(from: message.of ?? editing.text, to: editing.text)
      let (anchor, caret) = places.selection(sel[0], sel[1])
      editing.select(utf16: anchor, caret)
    }
    if let scalar = message.c?.unicodeScalars.first, message.c?.unicodeScalars.count == 1 {
      return editing.type(.character(scalar))
    }
    if let text = message.p ?? message.c { return editing.type(.paste(text)) }
    if let range = message.r, range.count == 2 {
      let text = message.s ?? ""
      let places = MovedPlaces(from: message.of ?? editing.text, to: editing.text)
      let lower = places[range[0]]
      return editing.replace(
        utf16: lower..<max(lower, places[range[1]]), with: text,
        isTyped: text.unicodeScalars.count == 1)
    }
    switch message.k {
    // The message only moves the selection, which was done above.
    case nil, "Sel": return true
    case "S-Tab": return editing.type(.up)
    case let name?:
      guard let key = Key(named: name) else { return true }
      return editing.type(key)
    }
  }

  private func refuse(_ message: TabMessage, _ reason: String) {
    guard let number = message.n else { return }
    form.refusals.append(
      PageData.object(["n": .integer(number), "reason": .text(reason)]))
  }

  private func draw(_ editing: EditingSession) {
    if form.isInline {
      if let visit { draw(visit, isNumbered: false) }
    } else {
      drawForm(editing)
    }
    let isAnew = form.drawn.field.isEmpty
    let refused = Datum.list(form.areRefusalsSent && !isAnew ? [] : form.refusals)
    form.areRefusalsSent = true
    let field = PageData.field(editing.pageField(looksAhead: looksAhead), refused: refused)
    guard field != form.drawn.field || isBehind else { return }
    form.drawn.field = field
    send("field", field, isNumbered: true)
  }

  private func drawForm(_ editing: EditingSession) {
    let shown = editing.pageForm
    let shape = PageData.form(shown, isSingle: editing.form == nil)
    var parts: [String: Datum] = [:]
    for part in PageData.parts(of: shown) { parts[part.id] = PageData.part(part) }
    func entries(_ parts: [String: Datum]) -> Datum {
      .object(parts.sorted { $0.key < $1.key }.map { Datum.Entry($0.key, $0.value) })
    }
    if shape != form.drawn.shape {
      send(
        "form",
        ["form": shape, "traits": PageData.traits(editing.traits), "parts": entries(parts)])
    } else {
      let changed = parts.filter { form.drawn.parts[$0.key] != $0.value }
      if !changed.isEmpty { send("parts", ["parts": entries(changed)]) }
    }
    (form.drawn.shape, form.drawn.parts) = (shape, parts)
  }
}

/// Maps UTF-16 positions in one text to positions after the same characters in another.
struct MovedPlaces {
  /// Maximum UTF-16 length of a differing part that is compared unit by unit.
  private static let longest = 400

  /// The lengths of the texts.
  private let (former, present): (Int, Int)
  /// The lengths of the common prefix and suffix.
  private let (start, end): (Int, Int)
  /// New positions for the part between prefix and suffix; empty if that part is compared as a
  /// whole.
  private let places: [Int]

  init(from former: String, to present: String) {
    let (old, new) = (Array(former.utf16), Array(present.utf16))
    let most = min(old.count, new.count)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end =
      zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(most - start).count
    (self.former, self.present) = (old.count, new.count)
    (self.start, self.end) = (start, end)
    places = Self.places(
      from: Array(old[start..<old.count - end]), to: Array(new[start..<new.count - end])
    ).map { start + $0 }
  }

  subscript(place: Int) -> Int {
    if place <= start { return max(0, place) }
    let fromEnd = former - place
    if fromEnd <= end { return present - max(0, fromEnd) }
    return places.isEmpty ? min(place, present - end) : places[place - start]
  }

  func selection(_ anchor: Int, _ caret: Int) -> (Int, Int) {
    let isAll = former > 0 && min(anchor, caret) == 0 && max(anchor, caret) == former
    guard isAll else { return (self[anchor], self[caret]) }
    return anchor <= caret ? (0, present) : (present, 0)
  }

  /// Formatting moves separators, so letters and digits have a higher weight.
  private static func weight(of unit: UInt16) -> Int {
    guard let scalar = Unicode.Scalar(unit) else { return 3 }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? 3 : 1
  }

  /// Maps positions along the heaviest common subsequence.
  private static func places(from old: [UInt16], to new: [UInt16]) -> [Int] {
    guard !old.isEmpty, !new.isEmpty, max(old.count, new.count) <= longest else { return [] }
    // The weight of the heaviest common subsequence after each pair of positions.
    let width = new.count + 1
    var best = [Int](repeating: 0, count: (old.count + 1) * width)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        let place = row * width + column
        let both =
          old[row] == new[column] ? best[place + width + 1] + weight(of: old[row]) : 0
        best[place] = max(best[place + width], best[place + 1], both)
      }
    }
    var places = [0]
    var column = 0
    for row in old.indices {
      while column < new.count, best[row * width + column] == best[row * width + column + 1] {
        column += 1
      }
      let place = row * width + column
      if column < new.count, old[row] == new[column],
        best[place] == best[place + width + 1] + weight(of: old[row])
      {
        column += 1
        places.append(column)
      } else {
        places.append(places[row])
      }
    }
    return places
  }
}
