import TestSupport
import Testing
import Validation

extension Kind {
  /// Searches for a state in which a claim is false, and returns the reason.
  ///
  /// Tests all states of a small kind, each text with every caret; a sample of many texts without
  /// `WORKBENCH_LONG=1`. Other kinds get random keys, reduced to those that the failure needs.
  func counterexample(
    stream: Int, walks: Int = 4, keys count: Int = 30, _ claim: (FieldEditor) -> String?
  ) -> String? {
    guard let longest else {
      var random = Seeded(stream: stream)
      for walk in 0..<(Seeded.isLong ? walks : (walks + 1) / 2) {
        let start = walk % 2 == 0 ? "" : canonical[random.below(canonical.count)].text
        let walk = Walk(
          kind: self, start: shown(start), keys: (0..<count).map { _ in key(&random) })
        if let least = walk.shrunk(claim) { return "\(least); seed \(Seeded.seed)" }
      }
      return nil
    }
    let format = format
    let texts = format.reachableTexts(by: keys, upTo: longest)
    for text in Seeded.some(of: texts, every: texts.count / 60) {
      var editor = FieldEditor(format: format, text: text)
      for place in format.places(in: text).indices {
        editor.press(.go(place))
        if let wrong = claim(editor) { return "\(MarkedText(editor.state)): \(wrong)" }
      }
    }
    return nil
  }

  /// Mostly characters.
  func key(_ random: inout Seeded) -> Key {
    let others: [Key] = [
      .left, .right, .selectLeft, .selectRight, .backspace, .delete, .home, .end, .undo, .backspace,
      .redo, .cut, .go(random.below(9)), .wordBackspace,
    ]
    switch random.below(3) {
    case 0: return others[random.below(others.count)]
    case 1 where random.below(6) == 0:
      return .character(Kind.foreign[random.below(Kind.foreign.count)])
    default: return .character(keys[random.below(keys.count)])
    }
  }

  /// Translates characters to the locale.
  func press(_ key: Key, in editor: inout FieldEditor) -> Outcome {
    guard case .character(let scalar) = key else { return editor.press(key) }
    return editor.offer(edit(typing: scalar, over: editor.state.selection.range))
  }
}

struct Walk: CustomStringConvertible {
  var kind: Kind
  var start: String
  var keys: [Key]

  var description: String {
    "\(kind.testDescription) from \(start.debugDescription): \(keys)"
  }

  /// The first failure of a claim, if any.
  func difference(_ claim: (FieldEditor) -> String?) -> String? {
    var editor = FieldEditor(format: kind.format, text: start)
    for key in keys {
      _ = kind.press(key, in: &editor)
      if let wrong = claim(editor) { return "\(MarkedText(editor.state)): \(wrong)" }
    }
    return nil
  }

  /// Removes keys that the failure does not need.
  func shrunk(_ claim: (FieldEditor) -> String?) -> String? {
    guard difference(claim) != nil else { return nil }
    var least = self
    var index = 0
    while index < least.keys.count {
      var fewer = least
      fewer.keys.remove(at: index)
      if fewer.difference(claim) != nil { least = fewer } else { index += 1 }
    }
    return least.difference(claim).map { "\(least): \($0)" }
  }
}
