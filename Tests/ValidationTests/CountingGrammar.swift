import Synchronization
import Validation

/// Counts the calls of an integer grammar. Also proves that another grammar needs nothing internal.
final class CountingGrammar: InnerTextGrammar {
  private let grammar: IntegerGrammar
  private let questions = Mutex(0)

  var count: Int { questions.withLock { $0 } }

  init(_ grammar: IntegerGrammar) {
    self.grammar = grammar
  }

  func reading(of text: String, in notation: Notation) -> Reading {
    grammar.reading(of: text, in: notation)
  }

  func display(_ text: [UInt8], caret: Int, in notation: Notation) -> EditState {
    grammar.display(text, caret: caret, in: notation)
  }

  func insertion(
    of text: String, isTyped: Bool, at point: InsertionPoint, in notation: Notation
  ) -> Insertion {
    grammar.insertion(of: text, isTyped: isTyped, at: point, in: notation)
  }

  func begins(_ text: ArraySlice<UInt8>) -> Bool {
    questions.withLock { $0 += 1 }
    return grammar.begins(text)
  }

  func fits(_ before: ArraySlice<UInt8>, followedBy after: ArraySlice<UInt8>) -> Bool {
    questions.withLock { $0 += 1 }
    return grammar.fits(before, followedBy: after)
  }

  func objection(to attempt: Attempt, in notation: Notation) -> Reason.Detail {
    grammar.objection(to: attempt, in: notation)
  }

  func value(of text: [UInt8]) -> Value? { grammar.value(of: text) }

  func incompleteness(
    of text: [UInt8], at point: InsertionPoint, in notation: Notation
  ) -> Reason.Detail {
    grammar.incompleteness(of: text, at: point, in: notation)
  }

  func canonicalText(of value: Value, in notation: Notation) -> [UInt8]? {
    grammar.canonicalText(of: value, in: notation)
  }
}
