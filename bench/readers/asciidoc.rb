# Section titles of AsciiDoc files as Asciidoctor reads them: "LEVEL<tab>LINE<tab>TITLE" for each.
require "asciidoctor"
Asciidoctor::LoggerManager.logger = Asciidoctor::NullLogger.new
ARGV.each do |file|
  puts "FILE\t#{file}"
  begin
    document = Asciidoctor.load File.read(file, encoding: "UTF-8"), safe: :secure, sourcemap: true
  rescue StandardError
    next
  end
  header = document.header
  puts "1\t#{header.lineno || 1}\t#{header.title}" if header&.title
  document.find_by(context: :section).each do |section|
    next if section == header
    puts "#{section.level + 1}\t#{section.lineno}\t#{section.title.gsub(/\s+/, ' ')}"
  end
end
