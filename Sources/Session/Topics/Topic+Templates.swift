internal import Replies

extension Topic {
  static let templates = Topic(
    name: "templates",
    summary: "How formatters and titles of screens are written.",
    text: #"""
      Templates are written in Mustache. A tag is replaced by the value of a property
      as a label shows it, and control characters are made visible. With `html` after
      the type of a formatter, every value is escaped and is safe in text and in
      quoted attributes. With `local`, dates and times are written in the locale, too.

        {{title}}                    the value of a property; «nil» if there is none
        {{venue.town}}               that of the record a reference leads to
        {{#reviews}} … {{/reviews}}  once for each item of a list, whose properties
                                     are called by their names; once for a reference
                                     or a value, except nil, false, an empty text and
                                     an empty list
        {{^reviews}} … {{/reviews}}  where the section above prints nothing
        {{.}}                        the item itself
        {{count(reviews)}}           also empty, first, last, reversed and sorted of
                                     lists
        {{uppercased(title)}}        also lowercased, capitalized, reversed and empty
                                     of texts
        {{index()}} {{^last()}}, {{/last()}}
                                     the place in a list: index, first, last, even and
                                     odd, of the item whose section the tag is in
        {{`my name`}}                a name that is not made of letters and digits
        {{number}}                   the place in a list, from 1; if the item has a
                                     property "number", its value
        {{title|20}} {{price|>10}}   padded on the right or on the left to a number of
                                     columns; a longer text is not cut
        {{day|dd.mm.yyyy}}           a date or time in a pattern; {{day|d.m.|>8}} is
                                     padded too
        {{! … }}                     a comment
        {{=<% %>=}}                  other delimiters from here on

      A pattern has d or dd for the day, m or mm for the month, yy or yyyy for the
      year, h or hh for the hour (0 to 23; for a duration, all hours), MM for the
      minute and ss for the second. MM follows the hour, and mm after the hour is the
      minute as well: hh:mm. Put other letters between apostrophes: h'h'mm. A date and
      time is in your time zone.

      A name that does not exist, a function applied to a value that it does not take,
      or a pattern that does not fit the kind of the property is an error where the
      template is defined. Every function returns nil for nil.

      Each line is an item of the screen. A line with values of an item of a list is
      about that item. A line that has only tags of sections, comments and delimiters
      is left out.
      """#)
}
