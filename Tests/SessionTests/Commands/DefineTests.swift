import TestSupport
import Testing

@Suite struct DefineTests {
  @Test func aDefinitionThatIsAlreadySoDoesNothingAndADifferentOneIsRefused() throws {
    let talk = try Conversation("define T { a: Text, n: Integer in 0...5 }")
    expectEqual(talk.tell("define T {\n a: Text; n: Integer in 0...5 }"), [])
    expectEqual(talk.tell("log").count, 1)
    let lines = talk.tell("define T { a: Text, n: Integer in 0...6 }")
    expectEqual(lines.first?.hasPrefix("error refused 1:8: "), true, "\(lines)")
    expectEqual(talk.tell("describe T"), ["a|Text|a: Text", "n|Integer|n: Integer in 0...5"])
  }

  @Test(arguments: [
    ("define T { id: Integer }", "1:12: id is reserved; choose another name for the property"),
    ("define Text { a: Text }", "1:8: Text is a kind; choose another name for the type"),
    ("define T { a: Integer in 5...1 }", "1:26"),
    (
      "define T { a: Integer in 0...5 = 9 }",
      "1:34: the default is not allowed: a must be 0…5, not 9"
    ),
    ("define T { a: Boolean in 0...5 }", "1:26: Boolean cannot have a range"),
    (
      "define T { a: Integr? in 0...120 }",
      "1:26: Integr cannot have a range (did you mean \"Integer\"?)"
    ),
    (
      "define T { a: Decimel unit \"x\" }",
      "1:28: Decimel cannot have a unit; only numbers can (did you mean"
    ),
    (
      "define T { a: Integr = 5 }",
      "1:24: the default is not allowed: a cannot be 5; expected a record of Integr (did you mean"
    ),
    ("define T { a: Integer length 1...2 }", "1:30: Integer cannot have a length"),
    (
      "define T { a: Text key, b: Text key }",
      "1:25: a is already the key; a type can have only one"
    ),
    ("define T { a: Text, A: Text }", "1:21: A differs from a only in case"),
    ("define T { a: Decimal(integer: 30, fraction: 9) }", "1:12"),
    ("define T { a: Text = nil }", "1:22: a default cannot be nil"),
  ])
  func aDefinitionThatContradictsItselfIsRefusedAtItsPlace(script: String, message: String) throws {
    let talk = try Conversation()
    let lines = talk.tell(script)
    expectEqual(lines.first?.hasPrefix("error value \(message)"), true, "\(lines)")
    expectEqual(talk.tell("types"), [])
  }

  @Test func aTypeThatNeverComesIsMissedEachTime() throws {
    let outsider = try Outsider()
    let script =
      "define Show { boss: Persn?; reviews: [Review] owned }\ndefine Person { name: Text }"
    let talk = try Conversation("", database: outsider.path)
    let error = "error name 1:21: Persn is never defined, but Show.boss refers to it"
    let notice = "notice: Show is not defined"
    expectEqual(talk.tell(script), [notice, error])
    expectEqual(talk.tell(script), [notice, error + " (did you mean \"Person\"?)"])
    expectEqual(talk.tell("types; check"), ["Person|0"])
    talk.enter("define Show { boss: Persn?; reviews: [Review] owned }")
    expectEqual(talk.tell(script).last?.hasPrefix(error), true)
    expectEqual(talk.tell("types"), ["Person|0", "Show|0"])
    expectEqual(
      talk.tell("new Show"),
      [
        "error refused 1:5: Show cannot have records until Persn is defined, because boss refers to it"
      ])
    expectEqual(
      talk.tell("define Persn { name: Text }\ndefine Review { by: Show? }\nnew Show"),
      [
        "Show/1"
      ])
    expectEqual(talk.tell("append Show/1.reviews new Review by=Show/1; check"), ["Review/1"])
  }

  @Test func aRingOfRequiredReferencesIsRefusedWhenItCloses() throws {
    let talk = try Conversation("")
    expectEqual(
      talk.tell("define A { b: B }\ndefine B { c: C }\ndefine C { a: A }"),
      [
        "error refused 3:12: C.a, A.b, B.c are all required, so no first record could be created; "
          + "make one of them optional"
      ])
    expectEqual(
      talk.tell("define C { a: A? }\nnew C\nnew B c=C/1\nnew A b=B/1\nset C/1.a A/1\ndelete C/1"),
      [
        "C/1", "B/1", "A/1", "error refused 6:8: C/1 cannot be deleted: it is the c of B/1",
      ])
    expectEqual(
      talk.tell("define D { d: D }"),
      [
        "error refused 1:12: D.d is required, so no first record could be created; make it optional"
      ])
  }
}
