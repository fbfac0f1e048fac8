import LineEditor
import TestSupport
import Testing

@Suite struct DifferenceTests {
  private static func texts(upTo length: Int) -> [[Unicode.Scalar]] {
    var all: [[Unicode.Scalar]] = [[]]
    var longest = all
    for _ in 0..<length {
      longest = longest.flatMap { text in ["a", "b"].map { text + [$0] } }
      all += longest
    }
    return all
  }

  private func apply(_ difference: TextReplacement, to text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var result = text
    result.replaceSubrange(difference.range, with: difference.replacement.unicodeScalars)
    return result
  }

  @Test func theReplacementMakesTheOneTextOfTheOther() {
    let texts = Self.texts(upTo: 4)
    for old in texts {
      for new in texts {
        for cursor in 0...new.count {
          let difference = TextReplacement(from: old, to: new, cursor: cursor)
          expectEqual(apply(difference, to: old), new, "\(old) \(new) \(cursor)")
          let isOneEnd =
            difference.range.isEmpty || difference.replacement.isEmpty
            || old[difference.range.lowerBound] != difference.replacement.unicodeScalars.first
          #expect(isOneEnd, "\(old) \(new) \(cursor)")
        }
      }
    }
  }

  @Test func whatIsTypedIsFoundWhereTheCursorIs() {
    for old in Self.texts(upTo: 5) {
      for place in 0...old.count {
        var new = old
        new.insert("a", at: place)
        expectEqual(
          TextReplacement(from: old, to: new, cursor: place + 1).range, place..<place,
          "\(old) at \(place)")
      }
    }
  }

  @Test func backspaceAndDeleteAreFoundWhereTheCursorIs() {
    for old in Self.texts(upTo: 5) {
      for place in old.indices {
        var new = old
        new.remove(at: place)
        // Both leave the cursor where the character was.
        expectEqual(
          TextReplacement(from: old, to: new, cursor: place).range, place..<place + 1,
          "\(old) at \(place)")
      }
    }
  }
}
