import CommandLanguage
import TestSupport
import Testing
import Values

@Suite struct PathTests {
  private func columns(_ span: SourceSpan) -> Range<Int> { span.start.column..<span.end.column }

  private func command(_ text: String) throws -> any CommandSyntax {
    try #require(try read(text).first?.get()).command
  }

  @Test func aPathAndItsStepsKnowTheirPlaces() throws {
    let remove = try command("remove show.reviews[ 10 ].tags 1")
    let list = try #require(firstPart(PathSyntax.self, of: remove))
    let steps = list.steps
    expectEqual(columns(list.span), 8..<31)
    expectEqual(columns(list.record.span), 8..<12)
    expectEqual(steps.map { columns($0.name.span) }, [13..<20, 27..<31])
    expectEqual(steps.map { columns($0.span) }, [13..<26, 27..<31])
    expectEqual(steps.first?.index.map { columns($0.span) }, 22..<24)
    let item = try #require(Mirror(reflecting: remove).descendant("item"))
    let place = try #require(firstPart(Spanned<Int>.self, of: item))
    expectEqual(columns(place.span), 32..<33)
  }

  @Test func aStepWithoutAPlaceOfItsOwnEndsWithItsIndex() {
    func span(_ columns: Range<Int>) -> SourceSpan {
      SourceSpan(
        start: SourcePosition(line: 1, column: columns.lowerBound),
        end: SourcePosition(line: 1, column: columns.upperBound))
    }
    let name = Name("a", at: span(1..<2))
    expectEqual(PathStep(name: name).span, span(1..<2))
    expectEqual(PathStep(name: name, index: Spanned(0, at: span(3..<4))).span, span(1..<4))
  }

  @Test func aListAndTheRecordsInItKnowTheirPlaces() throws {
    let command = try command("set ann.x [ a, P/1, P[\"b\"] ]")
    let value = try #require(firstPart(Spanned<ValueSyntax>.self, of: command))
    guard case .list(let items) = value.value else {
      Issue.record("no list")
      return
    }
    expectEqual(columns(value.span), 11..<29)
    expectEqual(items.map { columns($0.span) }, [13..<14, 16..<19, 21..<27])
  }

  @Test func theClausesOfAPropertyKnowTheirPlaces() throws {
    let text = "define P { a: [Text], b: Q? on delete clear, c: Text := (d + 1) }"
    let properties = try #require(firstPart([PropertySyntax].self, of: try command(text)))
    expectEqual(properties.map { columns($0.kind.span) }, [15..<21, 26..<27, 49..<53])
    expectEqual(properties.map { columns($0.span) }, [12..<21, 23..<44, 46..<64])
    expectEqual(properties[1].onDelete.map { columns($0.span) }, 29..<44)
    expectEqual(properties[2].computed.map { columns($0.span) }, 58..<63)
  }

  @Test(arguments: [
    "age", "editor.age", "editor.reviews[0].rating", "`my form`.`a``b`[12].c", "`1`.`a.b`",
  ])
  func anInteractorIsWrittenAsItIsRead(text: String) throws {
    let interactor = try #require(
      firstPart(InteractorSyntax.self, of: try command("activate \(text)")))
    expectEqual(interactor.text, text)
    expectEqual(columns(interactor.span), 10..<(10 + text.count))
  }

  @Test func backticksThatAreNotNeededAreLeftOut() throws {
    let interactor = try #require(
      firstPart(InteractorSyntax.self, of: try command("unnest `editor`.`age`[ 1 ]")))
    expectEqual(interactor.text, "editor.age[1]")
  }

  @Test(
    arguments: [
      ("Intger", "Integer"), ("Daet", "Date"), ("Boolaen", "Boolean"), ("Person", nil),
    ] as [(String, String?)])
  func ofATypeThatIsNeverDefinedTheKindIsSaidThatWasMeant(type: String, kind: String?) {
    #expect(sketches("define P { a: \(type) }")[0].contains("reference \(type)"))
    expectEqual(suggestion(for: type, among: PropertyKind.names), kind)
  }
}
