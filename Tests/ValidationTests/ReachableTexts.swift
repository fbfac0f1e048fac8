import Validation

extension FieldFormat {
  /// Texts reachable by keys and single deletions: all, or the first `enough`.
  func reachableTexts(
    by keys: [Unicode.Scalar], upTo length: Int, atMost enough: Int = .max
  ) -> [String] {
    var found: Set<[UInt8]> = [[]]
    var texts = [""]
    var next = 0
    while next < texts.count, texts.count < enough {
      let text = texts[next]
      next += 1
      let end = places(in: text).count - 1
      let edits =
        (0..<end).map { Edit(range: $0..<$0 + 1, replacement: "", isTyped: true) }
        + (0...end).flatMap { place in
          keys.map { Edit(range: place..<place, replacement: String($0), isTyped: true) }
        }
      for edit in edits {
        let state = EditState(text: text, selection: Selection(caret: edit.ranges[0].upperBound))
        guard case .accepted(let after, _) = outcome(of: edit, in: state),
          after.text.unicodeScalars.count <= length,
          found.insert(Array(after.text.utf8)).inserted
        else { continue }
        texts.append(after.text)
      }
    }
    return texts
  }
}
