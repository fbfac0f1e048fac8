import Presentation
import Records
import TestSupport
import Testing

/// What the articles promise of formatters, one test a promise.
@Suite struct FormatterPromiseTests {
  private final class Track: PropertySubject {
    let propertyChanged = PropertyChanged()
    @Observed var title = "Echo & Co"
    @Observed var seconds = 90
  }

  private enum Row: Hashable, Sendable { case title, length, none }
  private enum Kind: Hashable, Sendable { case heading, hint }

  private struct TrackFormatter: ScreenFormatter {
    func output(for track: Track) -> [ItemSection<Row, Kind>] {
      let length =
        track.seconds > 0
        ? Item(Row.length, Kind.heading, "\(track.seconds) s") : Item(.none, .hint, "no length")
      return [ItemSection(title: "Track", items: [Item(.title, .heading, track.title), length])]
    }
  }

  private func texts(_ track: Track) -> [String] {
    TrackFormatter().output(for: track).flatMap { $0.items.map(\.text) }
  }

  @Test func aFormatterTurnsAModelIntoTexts() {
    expectEqual(texts(Track()), ["Echo & Co", "90 s"])
  }

  @Test func aFormatterSaysWhatIsThereIfNothingIs() {
    let track = Track()
    track.seconds = 0
    expectEqual(texts(track).last, "no length")
  }

  @Test func theOutputIsAValueThatCanBeCompared() {
    expectEqual(TrackFormatter().output(for: Track()), TrackFormatter().output(for: Track()))
  }

  @Test func anItemKnowsWhatItIsAndHowItIsShown() {
    let item = TrackFormatter().output(for: Track())[0].items[0]
    #expect(item.id == .title && item.kind == .heading)
  }

  @Test func aTemplateShowsTheValuesAsLabelsWriteThem() throws {
    let formatter = TemplateFormatter("track", try Template("{{title}}: {{seconds}}"))
    let output = formatter.output(for: FormatterInput(Track()))
    expectEqual(output.flatMap { $0.items.map(\.text) }, ["Echo & Co: 90"])
  }

  @Test func aTemplateSaysWhereItIsWrongWhenItIsMade() {
    #expect(throws: TemplateError.self) { try Template("{{#title}}") }
  }
}
