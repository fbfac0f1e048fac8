import Session
import TestSupport
import Testing

@Suite struct FormTests {
  static let world = """
    define Person {
      name: Text key, age: Integer? in 0...150, boss: Person? on delete clear
      tags: [Text] = [a, b], card: Card?
    }
    define Review { rating: Integer in 1...5, text: Text }
    define Show { title: Text key, reviews: [Review] owned, year: Integer? }
    let ann = new Person name=Ann age=41
    let bob = new Person name=Bob age=7 boss=ann
    let show = new Show title=Lost
    append show.reviews new Review rating=4 text=fine
    append show.reviews new Review rating=2 text=bad
    form editor on ann
    form sheet on show
    """

  // MARK: What is in a form

  @Test func aFormHasAFieldForEachPropertyInOrderAndARowForEachItem() throws {
    let talk = try Conversation(Self.world)
    expectEqual(
      talk.tell("interactors"),
      [
        "editor|form|ann|true", "editor.name|field|ann.name|true", "editor.age|field|ann.age|true",
        "editor.boss|field|ann.boss|true", "editor.tags|label|ann.tags|true",
        "editor.card|field|ann.card|true", "sheet|form|show|true",
        "sheet.title|field|show.title|true", "sheet.year|field|show.year|true",
        "sheet.reviews|list|show.reviews|true",
        "sheet.reviews[0]|form|show.reviews[0]|true",
        "sheet.reviews[0].rating|field|show.reviews[0].rating|true",
        "sheet.reviews[0].text|field|show.reviews[0].text|true",
        "sheet.reviews[1]|form|show.reviews[1]|true",
        "sheet.reviews[1].rating|field|show.reviews[1].rating|true",
        "sheet.reviews[1].text|field|show.reviews[1].text|true",
      ])
  }

  @Test func theListsThatAreNamedHaveRowsAndOthersAreLabels() throws {
    let talk = try Conversation(
      """
      define Part { size: Integer }
      define Box { parts: [Part] owned, spares: [Part] owned }
      let box = new Box
      append box.parts new Part size=1
      append box.spares new Part size=2
      form x on box rows spares
      """)
    expectEqual(
      talk.tell("interactors"),
      [
        "x|form|box|true", "x.parts|label|box.parts|true", "x.spares|list|box.spares|true",
        "x.spares[0]|form|box.spares[0]|true", "x.spares[0].size|field|box.spares[0].size|true",
      ])
    expectEqual(
      talk.tell("form y on box rows size"),
      [
        "error name 1:20: no such property: Box has no \"size\""
      ])
  }

  @Test func aLabelOfAFormPrintsItselfUnderItsFullName() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("form x on Person[\"Bob\"]"), ["x.tags: a, b"])
    expectEqual(talk.tell("append bob.tags c"), ["x.tags: a, b, c"])
    expectEqual(talk.tell("get x.tags"), ["x.tags: a, b, c"])
    expectEqual(talk.tell("deactivate x; append bob.tags d; activate x"), ["x.tags: a, b, c, d"])
    #expect(talk.tell("interactors").contains("x.age|field|Person[\"Bob\"].age|true"))
  }

  @Test func namesThatNeedItStandInBackticks() throws {
    let talk = try Conversation(
      "define T { `odd name`: Integer = 1 }; let x = new T; form `my form` on x")
    expectEqual(
      talk.tell("type `my form`.`odd name` \"2<Return>\""),
      [
        "`my form`.`odd name`: \"12\" x.`odd name` = 12"
      ])
  }

  @Test func theRowsOfRowsAreFormsToo() throws {
    let talk = try Conversation(
      """
      define Node { name: Text, items: [Node] owned }
      let a = new Node name=a
      let b = new Node name=b
      append a.items b
      append b.items new Node name=c
      form x on a
      """)
    expectEqual(
      talk.tell("interactors").map { $0.prefix { $0 != "|" } },
      [
        "x", "x.name", "x.items", "x.items[0]", "x.items[0].name", "x.items[0].items",
        "x.items[0].items[0]", "x.items[0].items[0].name", "x.items[0].items[0].items",
      ])
  }

  // MARK: Rows

  @Test func rowsFollowItemsAddedMovedAndRemoved() throws {
    let talk = try Conversation(Self.world)
    func rows() -> [String] {
      talk.tell("get sheet.reviews")[0].split(separator: " ").map(String.init)
    }
    func ratings() -> [String] {
      rows().filter { $0.contains(".rating=") }.map { String($0.suffix(1)) }
    }
    talk.tell("append show.reviews new Review rating=5")
    expectEqual(ratings(), ["4", "2", "5"])
    talk.tell("move show.reviews 2 0")
    expectEqual(ratings(), ["5", "4", "2"])
    talk.tell("insert show.reviews 1 new Review rating=1")
    expectEqual(ratings(), ["5", "1", "4", "2"])
    talk.tell("remove show.reviews 2; remove show.reviews 0; delete Review where rating = 2")
    expectEqual(ratings(), ["1"])
    talk.tell("undo 4")
    expectEqual(ratings(), ["5", "4", "2"])
    talk.tell("begin; remove show.reviews 0; append show.reviews new Review rating=3; rollback")
    expectEqual(ratings(), ["5", "4", "2"])
    talk.tell("set show.reviews[1].rating 1")
    expectEqual(talk.tell("get sheet.reviews[1].rating"), ["1"])
  }

  @Test func anEditingGoesOnWhereverItsRowIsMoved() throws {
    let talk = try Conversation(Self.world)
    talk.tell("type sheet.reviews[1].text \"!\"")
    expectEqual(
      talk.tell("append show.reviews new Review rating=1; move show.reviews 1 0").count, 1)
    expectEqual(
      talk.tell("type sheet.reviews[0].text \"?<Return>\""),
      [
        "sheet.reviews[0].text: \"bad!?\" show.reviews[0].text = \"bad!?\""
      ])
    expectEqual(talk.tell("get Review/2.text"), ["bad!?"])
  }

  @Test func removingTheItemThatIsEditedEndsItsEditingAsReturnDoes() throws {
    let talk = try Conversation(Self.world)
    expectEqual(talk.tell("type sheet.reviews[1].rating \"<BS>3\"; remove show.reviews 1").count, 2)
    expectEqual(talk.tell("count Review; history Review/2 limit 1").first, "1")
    expectEqual(
      talk.tell("type sheet.reviews[1].rating \"3\""),
      ["error name 1:20: sheet.reviews has no position 1; expected one from 0 to 0"])
    expectEqual(talk.finish().lines, [])
  }

  @Test func theLabelsOfARowGoWithoutAWord() throws {
    let talk = try Conversation(
      """
      define Part { tags: [Text] = [a] }
      define Whole { parts: [Part] owned }
      let it = new Whole
      append it.parts new Part
      append it.parts new Part
      """)
    expectEqual(talk.tell("form x on it"), ["x.parts[0].tags: a", "x.parts[1].tags: a"])
    expectEqual(talk.tell("append it.parts new Part"), ["x.parts[2].tags: a", "Part/3"])
    expectEqual(talk.tell("delete Part/1; append it.parts[0].tags b"), ["x.parts[0].tags: a, b"])
    expectEqual(
      talk.tell("deactivate x; remove it.parts 0; activate x"), ["notice: Part/2 deleted"])
  }

  @Test func aFormThatIsNotFinishedRefusesToRemoveAnItem() throws {
    let talk = try Conversation(
      """
      define Visit { day: Date }
      define Place { visits: [Visit] owned }
      let here = new Place
      append here.visits new Visit day=2026-11-21
      form x on here
      """)
    expectEqual(
      talk.tell("type x \"<BS><BS>\"; remove here.visits 0").last?.hasPrefix(
        "error refused 1:20: finish the form x first"), true)
    expectEqual(talk.tell("get x.visits[0].day"), ["2026-11"])
  }

  @Test func anEditingThatGoesWithItsRowIsSaid() throws {
    let talk = try Conversation(Self.world)
    talk.tell("begin; append show.reviews new Review rating=3")
    expectEqual(
      talk.tell("type sheet.reviews[2].text \"x\"; rollback"),
      [
        "sheet.reviews[2].text: \"x\" show.reviews[2].text = \"x\" (editing)",
        "warning refused: the edit of sheet.reviews[2].text was discarded, because it was "
          + "not accepted with <Return>",
      ])
    expectEqual(talk.tell("interactors").count, 16)
  }

  // MARK: Another record

  @Test func aFormOnADeletedRecordIsThereAgainWithIt() throws {
    let talk = try Conversation(Self.world)
    talk.tell("delete show")
    expectEqual(
      talk.tell("type sheet \"x\""),
      [
        "error name 1:6: Show/1 was deleted by ann at 2026-11-21T10:00:00.000Z"
      ])
    expectEqual(talk.tell("get sheet"), ["form=sheet sheet.title= sheet.year="])
    talk.tell("undo")
    expectEqual(
      talk.tell("type sheet \"!<Return>\"").first, "sheet.title: \"Lost!\" show.title = \"Lost!\"")
    expectEqual(talk.tell("get sheet.reviews[1].rating"), ["2"])
  }

  @Test func theNameOfAFormWhoseRecordNeverWasIsFree() throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.age")
    talk.tell("begin; new Person name=Eve as eve; form x on eve; nest f in x; type x \"!\"")
    let lines = talk.tell("rollback")
    #expect(lines.contains { $0.contains("\"x\" is no longer a session name") })
    expectEqual(talk.tell("interactors").last, "f|field|ann.age|false")
    expectEqual(talk.tell("nest f in editor; form x on bob").count, 1)
    expectEqual(talk.finish().lines, [])
  }

  @Test(arguments: [
    ("type ", "editor f sheet"), ("nest ", "age editor f sheet"), ("nest f in ", "editor sheet"),
    ("unnest ", "age editor. sheet."), ("attach ", "age editor f sheet"),
    ("activate ", "age editor."), ("deactivate ", "editor f sheet"),
    ("activate editor.", "boss"), ("type editor.", "age card name"),
    ("type sheet.", "reviews[ title year"), ("type sheet.reviews[", "0 1"),
    ("type sheet.reviews[0].", "rating text"), ("get sheet.", "reviews title year"),
    ("get sheet.reviews[", "0 1"), ("get sheet.reviews[1].", "rating text"),
    ("get editor.", "age boss card name tags"), ("edit editor.", "age card name"),
    ("set editor.", ""), ("get editor.age.", ""),
  ])
  func whatCanStandInPlaceOfAPartIsOffered(line: String, offered: String) throws {
    let talk = try Conversation(
      Self.world
        + "\nfield f on ann.age; label age on ann.age; nest age in editor; deactivate age; "
        + "deactivate editor.boss")
    let found = talk.completions(in: line, at: line.count).candidates.map(\.text)
    // Without types and records of the session.
    let others: Set = ["ann", "bob", "show", "ann.", "bob.", "show."]
    let words = found.filter { !others.contains($0) && !$0.hasSuffix("/") }
      .filter { !["Person[", "Show["].contains($0) }
    expectEqual(words.joined(separator: " "), offered)
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("form editor on bob", "error name 1:6: \"editor\" is already a form"),
    ("form x on eve", "error name 1:11: there is no record \"eve\""),
    ("form x on f", "error name 1:11: \"f\" is a field, not a record"),
    ("form x on Person/9", "error name 1:11: there is no Person/9"),
    ("set editor.age 4", "error name 1:5: \"editor\" is a form, not a record"),
    (
      "attach editor to show",
      "error value 1:18: editor is a form for Person records, not for Show/1"
    ),
    (
      "attach editor to bob.age",
      "error value 1:18: editor needs a record such as ann, not a property"
    ),
    ("attach f to bob", "error value 1:13: f needs a property such as ann.age, not a record"),
    (
      "attach editor.age to bob.age",
      "error refused 1:8: editor.age is a part of editor and cannot be attached alone"
    ),
    (
      "attach sheet.reviews[0] to Review/2",
      "error refused 1:8: sheet.reviews[0] is a part of sheet.reviews and cannot be attached alone"
    ),
    ("nest editor in editor", "error refused 1:6: editor cannot be a part of itself"),
    (
      "nest sheet in editor; nest editor in sheet",
      "error refused 1:28: sheet is a part of editor, so editor cannot be a part of sheet"
    ),
    (
      "nest f in editor; nest f in editor",
      "error refused 1:24: f is already a part of editor (`unnest f` removes f from its form)"
    ),
    (
      "nest f in editor; nest f in sheet",
      "error refused 1:24: f is already a part of editor (`unnest f` removes f from its form)"
    ),
    (
      "nest editor.age in sheet",
      "error refused 1:6: editor.age is already a part of editor "
        + "(`field NAME on ann.age` creates a field that can be nested)"
    ),
    ("nest f in ann", "error name 1:11: \"ann\" is a record, not a form"),
    ("nest f in edtor", "error name 1:11: there is no form \"edtor\" (did you mean \"editor\"?)"),
    ("nest ann in editor", "error name 1:6: \"ann\" is a record, not a label, field or form"),
    ("unnest f", "error refused 1:8: f is not a part of a form"),
    ("unnest editor", "error refused 1:8: editor is not a part of a form"),
    (
      "unnest sheet.reviews[0]",
      "error refused 1:8: the row sheet.reviews[0] cannot be removed while its record is in the list "
        + "(use remove to take the record out of its list)"
    ),
    (
      "detach sheet.reviews[0]",
      "error refused 1:8: the row sheet.reviews[0] cannot be removed while its record is in the list "
        + "(use remove to take the record out of its list)"
    ),
    (
      "get editor.agee",
      "error name 1:12: editor has no part \"agee\" (did you mean \"age\"?)"
    ),
    ("get editor.age.x", "error name 1:16: editor.age is not a form and has no \"x\""),
    ("get editor.age[0]", "error name 1:16: editor.age is a field and has no rows"),
    (
      "get sheet.reviews.rating",
      "error name 1:19: sheet.reviews is a list; expected the position of an item, as in "
        + "sheet.reviews[0]"
    ),
    (
      "get sheet.reviews[2].rating",
      "error name 1:19: sheet.reviews has no position 2; expected one from 0 to 1"
    ),
    (
      "delete Review/1; delete Review/2; get sheet.reviews[0].rating",
      "error name 1:53: sheet.reviews is empty"
    ),
    (
      "deactivate editor; type editor \"x\"",
      "error refused 1:25: editor is deactivated (activate editor)"
    ),
    (
      "deactivate editor.age; type editor.age \"1\"",
      "error refused 1:29: editor.age is deactivated (activate editor.age)"
    ),
    ("type editor.tags \"x\"", "error name 1:6: editor.tags is a label, not a field or form"),
    ("type sheet.reviews \"x\"", "error name 1:6: sheet.reviews is a list, not a field or form"),
    (
      "type edtor \"x\"",
      "error name 1:6: there is no field or form \"edtor\" (did you mean \"editor\"?)"
    ),
    (
      "unnest sheet.reviews; unnest sheet.title; unnest sheet.year; type sheet \"x\"",
      "error refused 1:67: sheet has no field that accepts keys"
    ),
  ])
  func aMistakeIsAnErrorAtItsPlace(script: String, error: String) throws {
    let talk = try Conversation(Self.world + "\nfield f on ann.age")
    expectEqual(talk.tell(script).last, error)
  }

  @Test func aFormNamesTheFieldThatIsToBlame() throws {
    let talk = try Conversation(
      "define P { name: Text key; n: Integer in 1...9 }\nnew P name=x n=3 as a\nform ed on a")
    talk.tell("type ed.n \"<BS>\"")
    #expect(
      talk.tell("type ed \"<Submit>\"").contains {
        $0.contains("ed.n is incomplete: n is required")
      })
  }
}
